//! Makes a Parquet file of positions from random play, to time the program with:
//! `cargo run --release -p chess-arbiter-files --example positions -- 10000000 positions.parquet`.

use std::error::Error;
use std::fs::File;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use chess_arbiter::format::fen;
use chess_arbiter::{Position, Standard, legal_moves};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

/// Rows of a row group.
const GROUP: usize = 1 << 17;
/// Plies after which a game is left.
const PLIES: usize = 120;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: positions ROWS FILE";
    let rows: usize = arguments.next().ok_or(usage)?.parse()?;
    let file = File::create(arguments.next().ok_or(usage)?)?;
    let properties =
        WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let (mut seed, mut position, mut ply, mut left) = (1_u64, Position::<Standard>::initial(), 0, rows);
    let mut next = |texts: &mut StringBuilder| {
        let moves = legal_moves(&position);
        if moves.is_empty() || ply == PLIES {
            (position, ply) = (Position::initial(), 0);
        } else {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position = position.play(moves[(seed >> 33) as usize % moves.len()]);
            ply += 1;
        }
        texts.append_value(fen::write::<Standard>(&position.to_setup()));
    };
    let mut writer = None;
    while left > 0 || writer.is_none() {
        let mut texts = StringBuilder::new();
        for _ in 0..left.min(GROUP) {
            next(&mut texts);
        }
        left -= left.min(GROUP);
        let batch = RecordBatch::try_from_iter([("fen", Arc::new(texts.finish()) as ArrayRef)])?;
        let writer = match &mut writer {
            Some(writer) => writer,
            none => none.insert(ArrowWriter::try_new(&file, batch.schema(), Some(properties.clone()))?),
        };
        writer.write(&batch)?;
        writer.flush()?;
    }
    writer.map(ArrowWriter::close).transpose()?;
    Ok(())
}
