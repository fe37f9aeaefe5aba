//! Rows from executors on their way to an output.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::BatchCoalescer;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;

use crate::job::Sink;
use chess_arbiter_companion::Failure;
use chess_arbiter_sql::Out;

/// Rows that are written at a time: the bytes do not tell in which batches they came.
const ROWS: usize = 1 << 15;

/// Rows that may come again from the first one on.
pub(crate) struct Output {
    schema: SchemaRef,
    batches: BatchCoalescer,
    out: Out,
}

impl Output {
    pub(crate) fn new(schema: SchemaRef, out: Out) -> Output {
        Output { batches: BatchCoalescer::new(schema.clone(), ROWS), schema, out }
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.batches.finish_buffered_batch().map_err(internal)?;
        self.drain()?;
        self.out.finish()
    }

    /// False if no more rows are wanted.
    fn drain(&mut self) -> Result<bool, Failure> {
        while let Some(batch) = self.batches.next_completed_batch() {
            if !self.out.write(&batch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Sink for Output {
    fn begin(&mut self) -> Result<(), Failure> {
        self.batches = BatchCoalescer::new(self.schema.clone(), ROWS);
        self.out.forget();
        // What the columns are, even if there are no rows; and what they cannot be is said before they come.
        self.out.write(&RecordBatch::new_empty(self.schema.clone())).map(drop)
    }

    fn write(&mut self, rows: &RecordBatch) -> Result<bool, Failure> {
        // Executors may say that a column has no nulls, or give it another name of no meaning.
        let rows = RecordBatch::try_new(self.schema.clone(), rows.columns().to_vec());
        rows.and_then(|rows| self.batches.push_batch(rows)).map_err(internal)?;
        self.drain()
    }
}

fn internal(error: ArrowError) -> Failure {
    Failure::Work(format!("internal error: {error}"))
}
