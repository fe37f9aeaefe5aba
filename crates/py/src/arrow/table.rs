//! Columns for Python.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt32Type};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};

use super::capsule;

/// Answers about a column: a table whose rows are those of the column.
#[pyclass(frozen, module = "chess_arbiter", name = "Table")]
pub(crate) struct Table {
    rows: StructArray,
    head: Head,
}

/// The positions of the first rows, for who shows them.
pub(crate) struct Head {
    pub(crate) rules: &'static str,
    pub(crate) texts: Vec<Option<String>>,
}

impl Table {
    /// Rows that a notebook shows.
    pub(crate) const SHOWN: usize = 20;

    /// From columns of the same length.
    pub(crate) fn new(columns: Vec<(&str, ArrayRef)>, head: Head) -> PyResult<Table> {
        let rows = columns.first().map_or(0, |(_, array)| array.len());
        let field = |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), true);
        let fields: Fields = columns.iter().map(field).collect();
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        StructArray::try_new_with_length(fields, arrays, None, rows)
            .map(|rows| Table { rows, head })
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.rows.column_names().into_iter().map(str::to_owned).collect()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        let column = self.rows.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(Column(column.clone()))
    }

    /// The first rows, with their boards on demand.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let first = self.rows.slice(0, self.rows.len().min(Table::SHOWN));
        let Head { rules, texts } = &self.head;
        let html = py.import("chess_arbiter._html")?;
        html.call_method1("table", (dict(py, &first)?, texts.clone(), *rules, self.rows.len()))
    }

    fn __repr__(&self) -> String {
        format!("<chess_arbiter.Table: {} rows of {}>", self.rows.len(), self.rows.column_names().join(", "))
    }

    /// The columns as lists.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &self.rows)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Another type may be asked for, but need not be given.
        let _ = requested_schema;
        capsule::exported(py, &self.rows)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule::exported_stream(py, &self.rows)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::exported_schema(py, &self.rows)
    }
}

fn dict<'py>(py: Python<'py>, rows: &StructArray) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, column) in rows.column_names().into_iter().zip(rows.columns()) {
        dict.set_item(name, list(py, column)?)?;
    }
    Ok(dict)
}

/// One column of a table.
#[pyclass(frozen, module = "chess_arbiter", name = "Column")]
pub(crate) struct Column(pub(crate) ArrayRef);

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<chess_arbiter.Column: {} rows of {}>", self.0.len(), self.0.data_type())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(list(py, &self.0)?.try_iter()?.into_any())
    }

    /// The column as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        list(py, &self.0)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        capsule::exported(py, &self.0)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::exported_schema(py, &self.0)
    }
}

/// The kinds of columns that there are among answers.
fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let array: Arc<dyn Array> = array.clone();
    match array.data_type() {
        DataType::UInt32 => array.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::Boolean => array.as_boolean().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::Utf8 => array.as_string::<i32>().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::Dictionary(..) => {
            let words = array.as_dictionary::<Int32Type>();
            let values = words.values().as_string::<i32>();
            let word = |key: Option<i32>| key.map(|key| values.value(key as usize));
            words.keys().iter().map(word).collect::<Vec<_>>().into_pyobject(py)
        }
        DataType::List(_) => {
            let lists = array.as_list::<i32>().iter().map(|one| one.map(|one| list(py, &one)).transpose());
            lists.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)
        }
        DataType::Struct(_) => {
            let columns = dict(py, array.as_struct())?;
            let record = |row: usize| -> PyResult<Bound<'py, PyDict>> {
                let record = PyDict::new(py);
                for (name, column) in &columns {
                    record.set_item(name, column.get_item(row)?)?;
                }
                Ok(record)
            };
            (0..array.len()).map(record).collect::<PyResult<Vec<_>>>()?.into_pyobject(py)
        }
        other => Err(PyValueError::new_err(format!("no list is made of {other}"))),
    }
}
