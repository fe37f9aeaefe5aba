//! A query cut into pieces: what it says of each row is asked of some rows at a time.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use ballista_core::serde::protobuf::execute_query_params::Query;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileGroup, FileScanConfig, FileScanConfigBuilder, ParquetSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, LogicalPlan, Volatility};
use datafusion::object_store::local::LocalFileSystem;
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::unnest::UnnestExec;
use datafusion::prelude::SessionContext;
use datafusion_proto::physical_plan::AsExecutionPlan;
use datafusion_proto::protobuf::PhysicalPlanNode;

use crate::client;
use chess_arbiter_companion::Failure;

/// A query that can be asked of some rows at a time.
pub(crate) struct Cut {
    plan: Arc<dyn ExecutionPlan>,
    pieces: Vec<Vec<Unit>>,
}

/// What is not cut: a row group of Parquet, another file as a whole.
#[derive(Clone)]
struct Unit {
    file: PartitionedFile,
    /// Rows, or bytes where they are not known.
    size: u64,
}

impl Cut {
    /// Cuts a query into so many pieces, or as many as can be.
    pub(crate) async fn new(
        context: &SessionContext,
        plan: &LogicalPlan,
        pieces: usize,
    ) -> Result<Cut, Failure> {
        says_the_same_again(plan)?;
        let plan = context.state().create_physical_plan(plan).await.map_err(client::wrong)?;
        let scan = scan(&plan)?;
        let is_parquet = scan.file_source.downcast_ref::<ParquetSource>().is_some();
        let mut files: Vec<&PartitionedFile> = scan.file_groups.iter().flat_map(FileGroup::iter).collect();
        files.sort_by(|a, b| a.object_meta.location.cmp(&b.object_meta.location));
        let mut units = Vec::new();
        for file in files {
            if is_parquet {
                units.extend(row_groups(file)?);
            } else {
                units.push(Unit { file: file.clone(), size: file.object_meta.size });
            }
        }
        let pieces = shared_out(units, pieces);
        Ok(Cut { plan, pieces })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The columns of what comes out.
    pub(crate) fn schema(&self) -> SchemaRef {
        self.plan.schema()
    }

    /// Rows (or bytes) of a piece.
    pub(crate) fn size(&self, piece: usize) -> u64 {
        self.pieces.get(piece).into_iter().flatten().map(|unit| unit.size).sum()
    }

    /// The files that are read.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let paths = self.pieces.iter().flatten().map(|unit| path(&unit.file));
        let mut paths = paths.collect::<Result<Vec<PathBuf>, _>>()?;
        paths.dedup();
        Ok(paths)
    }

    /// Where the pieces begin, to tell whether they are the same.
    pub(crate) fn places(&self) -> Vec<String> {
        let place = |units: &Vec<Unit>| {
            let unit = units.first()?;
            let start = unit.file.range.as_ref().map_or(0, |range| range.start);
            Some(format!("/{}:{start}", unit.file.object_meta.location))
        };
        self.pieces.iter().filter_map(place).collect()
    }

    /// A piece as a question to the cluster: each of its units is a task.
    pub(crate) fn query(&self, piece: usize) -> Result<Query> {
        let units = self.pieces.get(piece).map(Vec::as_slice).unwrap_or_default();
        let groups: Vec<FileGroup> =
            units.iter().map(|unit| FileGroup::new(vec![unit.file.clone()])).collect();
        let plan = self.plan.clone().transform_up(|node| {
            let source = node.downcast_ref::<DataSourceExec>();
            let Some(scan) = source.and_then(|source| source.data_source().downcast_ref::<FileScanConfig>())
            else {
                return Ok(Transformed::no(node));
            };
            let scan = FileScanConfigBuilder::from(scan.clone())
                .with_file_groups(groups.clone())
                .with_preserve_order(true)
                .build();
            Ok(Transformed::yes(DataSourceExec::from_data_source(scan) as Arc<dyn ExecutionPlan>))
        })?;
        let mut bytes = Vec::new();
        PhysicalPlanNode::try_from_physical_plan(plan.data, &BallistaPhysicalExtensionCodec::default())?
            .try_encode(&mut bytes)?;
        Ok(Query::PhysicalPlan(bytes))
    }
}

/// The one scan of a query that says something of each row, in order, and of nothing else.
fn scan(plan: &Arc<dyn ExecutionPlan>) -> Result<&FileScanConfig, Failure> {
    let mut node = plan;
    loop {
        if node.fetch().is_some() {
            return Err(not_by_rows("a limit"));
        }
        if let Some(source) = node.downcast_ref::<DataSourceExec>() {
            let scan = source.data_source().downcast_ref::<FileScanConfig>();
            return scan
                .filter(|scan| scan.limit.is_none())
                .ok_or_else(|| not_by_rows("a limit, or no table"));
        }
        let by_rows = node.is::<ProjectionExec>()
            || node.is::<FilterExec>()
            || node.is::<UnnestExec>()
            || node.is::<CooperativeExec>();
        match node.children()[..] {
            [child] if by_rows => node = child,
            _ => return Err(not_by_rows(node.name())),
        }
    }
}

fn not_by_rows(what: &str) -> Failure {
    Failure::Usage(format!(
        "only a query that says something of each row of one table can be cut into pieces (SELECT … FROM t WHERE …); \
         this one needs all rows together: {what}. `arbiter-cluster sql` asks it as a whole, and so it does of the \
         rows that `run` has written"
    ))
}

/// An error if a piece that is asked again could have another answer.
fn says_the_same_again(plan: &LogicalPlan) -> Result<(), Failure> {
    let mut found = None;
    let walked = plan.apply_with_subqueries(|node| {
        node.apply_expressions(|expression| {
            expression.apply(|part| {
                if let Expr::ScalarFunction(call) = part
                    && call.func.signature().volatility != Volatility::Immutable
                {
                    found.get_or_insert_with(|| call.func.name().to_owned());
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    });
    walked.map_err(client::wrong)?;
    match found {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "{name}() says something else each time: pieces that are asked at different times would not agree"
        ))),
    }
}

/// Where a file is: places of DataFusion write some letters of names in another way.
fn path(file: &PartitionedFile) -> Result<PathBuf, Failure> {
    let found = LocalFileSystem::new().path_to_filesystem(&file.object_meta.location);
    found.map_err(|error| Failure::Work(format!("{}: {error}", file.object_meta.location)))
}

/// The row groups of a file, each as the range of bytes in which it begins.
fn row_groups(file: &PartitionedFile) -> Result<Vec<Unit>, Failure> {
    let path = path(file)?;
    let wrong = |error: String| Failure::of(&path, error);
    let open = File::open(&path).map_err(|error| wrong(error.to_string()))?;
    let reader = SerializedFileReader::new(open).map_err(|error| wrong(error.to_string()))?;
    let end = i64::try_from(file.object_meta.size).unwrap_or(i64::MAX);
    let mut units: Vec<Unit> = Vec::new();
    let mut before = -1;
    for group in reader.metadata().row_groups() {
        // DataFusion reads a row group where its first column begins.
        let first = group.column(0);
        let start = first.dictionary_page_offset().unwrap_or_else(|| first.data_page_offset());
        if start <= before || start >= end {
            return Err(wrong("its row groups are not in order: it cannot be cut".into()));
        }
        before = start;
        if let Some(range) = units.last_mut().and_then(|unit| unit.file.range.as_mut()) {
            range.end = start;
        }
        let mut part = file.clone().with_range(start, end);
        // What is known of the file is not so of a part of it.
        part.statistics = None;
        units.push(Unit { file: part, size: u64::try_from(group.num_rows()).unwrap_or_default() });
    }
    Ok(units)
}

/// Puts units one after another into pieces of about the same size, none of them empty.
fn shared_out(units: Vec<Unit>, pieces: usize) -> Vec<Vec<Unit>> {
    let total: u128 = units.iter().map(|unit| u128::from(unit.size.max(1))).sum();
    let mut found: Vec<Vec<Unit>> = Vec::new();
    let (mut before, mut last) = (0_u128, None);
    for unit in units {
        // By the middle of the unit, so that it falls where most of it is.
        let size = u128::from(unit.size.max(1));
        let place = (2 * before + size) * pieces as u128 / (2 * total);
        before += size;
        match found.last_mut() {
            Some(piece) if last == Some(place) => piece.push(unit),
            _ => found.push(vec![unit]),
        }
        last = Some(place);
    }
    found
}
