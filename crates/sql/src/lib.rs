//! Questions about chess positions as functions of SQL, for DataFusion. What they say stands in
//! [`chess_arbiter_columns::functions`]; here arrays are handed over. The programs `arbiter-sql` and
//! `arbiter-cluster` share what is beside the functions: files as tables ([`planned`]) and rows as files
//! ([`Out`]).
//!
//! ```
//! use chess_arbiter_sql::register;
//! use datafusion::prelude::SessionContext;
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let context = SessionContext::new();
//! register(&context);
//! let query = "SELECT chess_status('7k/6Q1/6K1/8/8/8/8/8 b') = 'checkmate' AS is_mate";
//! let rows = context.sql(query).await?.collect().await?;
//! assert!(rows[0].column(0).to_data() == arrow_array::BooleanArray::from(vec![true]).into());
//! # datafusion::error::Result::<()>::Ok(())
//! # }).unwrap();
//! ```

#![forbid(unsafe_code)]

mod out;
mod query;
mod rows;
mod tables;
mod told;

pub use out::{Form, Out};
pub use query::{Table, planned};
pub use told::told;

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::Datum;
use arrow_schema::DataType;
use chess_arbiter_columns::functions::{FUNCTIONS, Function, Kind};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};
use datafusion::prelude::SessionContext;

/// All functions.
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    stoppable(&Arc::default())
}

/// All functions; once `stop` is set, a call ends soon with an error.
pub fn stoppable(stop: &Arc<AtomicBool>) -> Vec<Arc<ScalarUDF>> {
    FUNCTIONS.iter().map(|function| Arc::new(ScalarUDF::new_from_impl(Udf::of(function, stop)))).collect()
}

/// Makes the functions known to who asks in this context.
pub fn register(context: &SessionContext) {
    for function in functions() {
        context.register_udf(Arc::unwrap_or_clone(function));
    }
}

/// A function as DataFusion calls it.
#[derive(Debug)]
struct Udf {
    function: &'static Function,
    signature: Signature,
    documentation: Documentation,
    stop: Arc<AtomicBool>,
}

/// Those of one name are one function.
impl PartialEq for Udf {
    fn eq(&self, other: &Udf) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for Udf {}

impl Hash for Udf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

const CHESS: DocSection = DocSection {
    include: true,
    label: "Chess Functions",
    description: Some("Exact answers about positions."),
};

impl Udf {
    fn of(function: &'static Function, stop: &Arc<AtomicBool>) -> Udf {
        let documentation = Documentation::builder(CHESS, function.about, function.to_string());
        let documentation = function.parameters.iter().fold(documentation, |documentation, parameter| {
            documentation.with_argument(parameter.name, parameter.kind.to_string())
        });
        // Which layout texts have is seen in `coerce_types`: none is cast to another.
        let signature = Signature::user_defined(Volatility::Immutable);
        Udf { function, signature, documentation: documentation.build(), stop: stop.clone() }
    }
}

impl ScalarUDFImpl for Udf {
    fn name(&self) -> &str {
        self.function.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        Ok(self.function.result.arrow())
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn coerce_types(&self, arguments: &[DataType]) -> Result<Vec<DataType>> {
        let Function { name, parameters, .. } = self.function;
        self.function
            .check_count(arguments.len())
            .map_err(|wrong| DataFusionError::Plan(wrong.to_string()))?;
        let taken = parameters.iter().zip(arguments).map(|(parameter, found)| {
            let taken = match parameter.kind {
                Kind::Whole => found.is_integer() || found.is_null(),
                _ => is_text(found),
            };
            match parameter.kind {
                Kind::Whole if taken => Ok(DataType::Int32),
                _ if taken => Ok(found.clone()),
                kind => plan_err!("{name}: {}: expected {kind}, found {found}", parameter.name),
            }
        });
        taken.collect()
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let ScalarFunctionArgs { args, number_rows, .. } = arguments;
        let is_one = args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let datum = |argument| -> Result<Box<dyn Datum>> {
            Ok(match argument {
                ColumnarValue::Array(array) => Box::new(array),
                ColumnarValue::Scalar(value) => Box::new(value.to_scalar()?),
            })
        };
        let args = args.into_iter().map(datum).collect::<Result<Vec<_>>>()?;
        let args: Vec<&dyn Datum> = args.iter().map(|argument| &**argument).collect();
        let found = self.function.call(&args, if is_one { 1 } else { number_rows }, &self.stop);
        let found = found.map_err(|wrong| DataFusionError::Execution(wrong.to_string()))?;
        Ok(if is_one {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&found, 0)?)
        } else {
            ColumnarValue::Array(found)
        })
    }
}

/// Text of any layout, or nothing but nulls.
fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_text(values),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        _ => false,
    }
}
