//! Arbiter's functions as those of DataFusion.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use chess_arbiter_columns::functions::{FUNCTIONS, Function, Kind};
use datafusion::arrow::array::{Array, Datum, Scalar};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

/// All of them.
pub(crate) fn functions() -> Vec<Arc<ScalarUDF>> {
    FUNCTIONS.iter().map(|function| Arc::new(ScalarUDF::from(Of::new(function)))).collect()
}

#[derive(Debug)]
struct Of {
    function: &'static Function,
    signature: Signature,
}

impl Of {
    fn new(function: &'static Function) -> Of {
        Of { function, signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl PartialEq for Of {
    fn eq(&self, other: &Of) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for Of {}

impl Hash for Of {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

impl ScalarUDFImpl for Of {
    fn name(&self) -> &str {
        self.function.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.result.arrow())
    }

    fn coerce_types(&self, found: &[DataType]) -> Result<Vec<DataType>> {
        let (fewest, most) = (self.function.fewest(), self.function.parameters.len());
        if !(fewest..=most).contains(&found.len()) {
            return plan_err!("{} is {}: found {} arguments", self.function.name, self.function, found.len());
        }
        let taken =
            self.function.parameters.iter().zip(found).map(|(parameter, found)| match parameter.kind {
                Kind::Whole if found.is_integer() || found.is_null() => Ok(DataType::Int32),
                Kind::Text if is_text(found) => Ok(found.clone()),
                kind => {
                    plan_err!("{}: {}: expected {kind:?}, found {found}", self.function.name, parameter.name)
                }
            });
        taken.collect()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let mut arrays: Vec<Box<dyn Datum>> = Vec::new();
        for argument in args.args {
            match argument {
                ColumnarValue::Array(array) => arrays.push(Box::new(array)),
                ColumnarValue::Scalar(value) => arrays.push(Box::new(Scalar::new(value.to_array()?))),
            }
        }
        let arguments: Vec<&dyn Datum> = arrays.iter().map(AsRef::as_ref).collect();
        let found = self.function.call(&arguments, args.number_rows, &Default::default());
        let found = found.map_err(|wrong| DataFusionError::Execution(wrong.to_string()))?;
        debug_assert_eq!(found.len(), args.number_rows);
        Ok(ColumnarValue::Array(found))
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
