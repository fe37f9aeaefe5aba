//! Parquet: parts with row groups, and what is copied without being decoded.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use chess_arbiter_companion::Failure;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowSchemaConverter, ArrowWriter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::{Out, Output};
use crate::answer::{Answered, Tally};
use crate::format::open;
use crate::read::parquet::{damaged, group_rows, metadata};

/// Row groups end where it is said.
fn properties() -> WriterPropertiesBuilder {
    let zstd = Compression::ZSTD(ZstdLevel::default());
    WriterProperties::builder().set_compression(zstd).set_max_row_group_row_count(None)
}

/// Columns of Parquet files that stay as they are.
pub(crate) struct Copied {
    inputs: Vec<PathBuf>,
    /// As Parquet names their types, and as Arrow does.
    types: Vec<TypePtr>,
    fields: Vec<Arc<Field>>,
    /// Which of the input's they are, those inside of others counted.
    leaves: Vec<usize>,
}

impl Copied {
    /// The columns of files, or only that of the name; none where a column is not stored alike in all files.
    pub(crate) fn of(inputs: &[PathBuf], only: Option<&str>) -> Result<Option<Copied>, Failure> {
        let Some(first) = inputs.first() else { return Ok(None) };
        let known = metadata(first)?;
        let schema = known.parquet_schema();
        for input in inputs {
            let found = metadata(input)?;
            if found.parquet_schema().root_schema().get_fields() != schema.root_schema().get_fields() {
                return Ok(None);
            }
            within(input, found.metadata())?;
        }
        let is_kept = |root: &usize| {
            only.is_none_or(|only| {
                known.schema().fields().get(*root).is_some_and(|field| field.name() == only)
            })
        };
        let roots: Vec<usize> = (0..known.schema().fields().len()).filter(is_kept).collect();
        let types = roots.iter().filter_map(|&root| schema.root_schema().get_fields().get(root).cloned());
        let fields = roots.iter().filter_map(|&root| known.schema().fields().get(root).cloned());
        let leaves = 0..schema.num_columns();
        Ok(Some(Copied {
            inputs: inputs.to_vec(),
            types: types.collect(),
            fields: fields.collect(),
            leaves: leaves.filter(|&leaf| roots.contains(&schema.get_column_root_idx(leaf))).collect(),
        }))
    }
}

/// Whether all columns lie in the file: what is copied is not looked at.
fn within(path: &Path, metadata: &ParquetMetaData) -> Result<(), Failure> {
    let length = open(path)?.metadata().map_err(|error| Failure::of(path, error))?.len();
    let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    for column in columns {
        let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
        let end = start.checked_add(column.compressed_size());
        let is_within = start >= 0 && column.compressed_size() >= 0;
        if !end.is_some_and(|end| is_within && end as u64 <= length) {
            return Err(damaged(path, &format!("the column {} is not all there", column.column_path())));
        }
    }
    Ok(())
}

impl Output {
    /// The columns of a part.
    fn columns(&self, rows: &Answered) -> Result<RecordBatch, Failure> {
        if self.copied.is_some() { Ok(rows.answers.clone()) } else { rows.whole() }
    }

    /// Writes rows as a part.
    pub(super) fn row_groups(
        &self,
        rows: impl Iterator<Item = Result<Answered, Failure>>,
        file: &File,
        path: &Path,
    ) -> Result<Tally, Failure> {
        let wrong = |error| unwritten(path, error);
        let schema = self.columns(&self.none)?.schema();
        let mut writer = ArrowWriter::try_new(file, schema, Some(properties().build())).map_err(wrong)?;
        let mut tally = Tally::default();
        for rows in rows {
            let rows = rows?;
            writer.write(&self.columns(&rows)?).map_err(wrong)?;
            if rows.ends {
                writer.flush().map_err(wrong)?;
            }
            tally.add(&rows.tally);
        }
        writer.close().map_err(wrong)?;
        Ok(tally)
    }

    /// Puts parts together: their row groups, with the columns that are copied before them.
    pub(super) fn put_together(&self, parts: &[PathBuf], file: &File, path: &Path) -> Result<(), Failure> {
        let wrong = |error| unwritten(path, error);
        let answers = self.columns(&self.none)?.schema();
        let (mut types, mut fields) = match &self.copied {
            Some(Copied { types, fields, .. }) => (types.clone(), fields.clone()),
            None => (Vec::new(), Vec::new()),
        };
        let of_answers = ArrowSchemaConverter::new().convert(&answers).map_err(wrong)?;
        types.extend(of_answers.root_schema().get_fields().iter().cloned());
        fields.extend(answers.fields().iter().cloned());
        let root = Type::group_type_builder("arrow_schema").with_fields(types).build().map_err(wrong)?;
        let mut properties = properties().build();
        add_encoded_arrow_schema_to_metadata(&Schema::new(fields), &mut properties);
        let mut writer =
            SerializedFileWriter::new(Out::new(file), Arc::new(root), Arc::new(properties)).map_err(wrong)?;
        let mut answers = Answers { schema: answers, parts, open: None };
        match &self.copied {
            Some(copied) => {
                for input in &copied.inputs {
                    copied.beside(input, &mut answers, &mut writer, path)?;
                }
            }
            None => {
                while let Some(group) = answers.next()? {
                    let mut out = writer.next_row_group().map_err(wrong)?;
                    group.copy(&mut out).map_err(wrong)?;
                    out.close().map_err(wrong)?;
                }
            }
        }
        writer.into_inner().map_err(wrong)?.flush().map_err(|error| Failure::writing(path, error))
    }
}

impl Copied {
    /// Copies the row groups of an input, and beside them their answers.
    fn beside(
        &self,
        input: &Path,
        answers: &mut Answers<'_>,
        writer: &mut SerializedFileWriter<Out<'_>>,
        path: &Path,
    ) -> Result<(), Failure> {
        let wrong = |error| unwritten(path, error);
        let file = File::open(input).map_err(|error| Failure::of(input, error))?;
        for group in metadata(input)?.metadata().row_groups() {
            let rows = group_rows(group);
            if rows == 0 {
                continue;
            }
            let mut out = writer.next_row_group().map_err(wrong)?;
            copy(&file, group, self.leaves.iter().copied(), &mut out).map_err(wrong)?;
            let first = answers.next()?.ok_or_else(lost)?;
            if first.rows() == rows {
                first.copy(&mut out).map_err(wrong)?;
            } else {
                let bytes = answers.together(first, rows)?;
                let whole = SerializedFileReader::new(bytes.clone()).map_err(wrong)?;
                let group = whole.metadata().row_group(0);
                copy(&bytes, group, 0..group.num_columns(), &mut out).map_err(wrong)?;
            }
            out.close().map_err(wrong)?;
        }
        Ok(())
    }
}

/// A row group of a part.
#[derive(Clone)]
struct Group {
    file: Arc<File>,
    metadata: Arc<ParquetMetaData>,
    place: usize,
}

impl Group {
    fn copy(&self, out: &mut SerializedRowGroupWriter<'_, Out<'_>>) -> Result<(), ParquetError> {
        let group = self.metadata.row_group(self.place);
        copy(&*self.file, group, 0..group.num_columns(), out)
    }

    fn rows(&self) -> usize {
        self.metadata.row_groups().get(self.place).map_or(0, group_rows)
    }

    fn read(&self) -> Result<Vec<RecordBatch>, ParquetError> {
        let reader = ParquetRecordBatchReaderBuilder::try_new(self.file.try_clone()?)?;
        let reader = reader.with_row_groups(vec![self.place]).with_batch_size(self.rows()).build()?;
        reader.map(|batch| Ok(batch?)).collect()
    }
}

/// The row groups of parts, one after another.
struct Answers<'a> {
    schema: SchemaRef,
    parts: &'a [PathBuf],
    /// What comes next, if its part has one more.
    open: Option<Group>,
}

impl Answers<'_> {
    fn next(&mut self) -> Result<Option<Group>, Failure> {
        loop {
            if let Some(next) = &mut self.open
                && next.rows() > 0
            {
                let group = next.clone();
                next.place += 1;
                return Ok(Some(group));
            }
            let Some((part, left)) = self.parts.split_first() else { return Ok(None) };
            let file = File::open(part).map_err(|error| Failure::of(part, error))?;
            self.open =
                Some(Group { file: Arc::new(file), metadata: metadata(part)?.metadata().clone(), place: 0 });
            self.parts = left;
        }
    }

    /// The answers of so many rows as a file of one row group, where they are in several.
    fn together(&mut self, first: Group, rows: usize) -> Result<Bytes, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Work(format!("internal error: {error}"));
        let (mut batches, mut found) = (first.read().map_err(|error| wrong(&error))?, first.rows());
        while found < rows {
            let group = self.next()?.ok_or_else(lost)?;
            found += group.rows();
            batches.extend(group.read().map_err(|error| wrong(&error))?);
        }
        if found > rows {
            return Err(lost());
        }
        let plain = batches.into_iter().map(|batch| batch.with_schema(self.schema.clone()));
        let plain = plain.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
        let batch = concat_batches(&self.schema, &plain).map_err(|error| wrong(&error))?;
        let mut bytes = Vec::new();
        let writer = ArrowWriter::try_new(&mut bytes, self.schema.clone(), Some(properties().build()));
        let written = writer.and_then(|mut writer| {
            writer.write(&batch)?;
            writer.close()
        });
        written.map_err(|error| wrong(&error))?;
        Ok(bytes.into())
    }
}

/// Parts do not fit the input: one of them was changed.
fn lost() -> Failure {
    Failure::Work("the parts do not fit the rows of the input: --restart throws them away".into())
}

/// Copies columns of a row group as they are stored.
fn copy(
    file: &impl ChunkReader,
    group: &RowGroupMetaData,
    columns: impl Iterator<Item = usize>,
    out: &mut SerializedRowGroupWriter<'_, Out<'_>>,
) -> Result<(), ParquetError> {
    let rows_written = u64::try_from(group.num_rows()).unwrap_or_default();
    for column in columns {
        let column = group.column(column);
        let copied = ColumnCloseResult {
            bytes_written: u64::try_from(column.compressed_size()).unwrap_or_default(),
            rows_written,
            metadata: column.clone(),
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        out.append_column(file, copied)?;
    }
    Ok(())
}

fn unwritten(path: &Path, error: ParquetError) -> Failure {
    match error {
        // What the operating system says, without the names of its wrappings.
        ParquetError::External(error) => Failure::writing(path, error),
        ParquetError::General(error) => Failure::writing(path, error),
        error => Failure::writing(path, error),
    }
}
