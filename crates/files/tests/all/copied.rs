//! Parquet from Parquet: what is kept is copied as it is stored, with its answers beside it.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Date64Array, DictionaryArray, Int64Array, LargeStringArray, RecordBatch, StructArray,
};
use arrow_schema::{DataType, Field};
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::{WriterProperties, WriterVersion};

use crate::support::{Folder, fens};

/// Texts of a dictionary, a record with two columns, numbers with nulls.
fn batch(rows: usize, version: usize) -> RecordBatch {
    let fens = fens(rows);
    let numbers: ArrayRef =
        Arc::new((0..rows as i64).map(|n| (n % 3 > 0).then_some(n)).collect::<Int64Array>());
    let notes: ArrayRef =
        Arc::new(LargeStringArray::from_iter_values((0..rows).map(|n| format!("{}", n % 7))));
    let record = StructArray::from(vec![
        (Arc::new(Field::new("a", DataType::Int64, true)), numbers.clone()),
        (Arc::new(Field::new("b", DataType::LargeUtf8, false)), notes),
    ]);
    let fen: ArrayRef = match version {
        0 => Arc::new(LargeStringArray::from(fens)),
        _ => Arc::new(fens.iter().map(|fen| Some(fen.as_str())).collect::<DictionaryArray<Int32Type>>()),
    };
    RecordBatch::try_from_iter([("record", Arc::new(record) as ArrayRef), ("fen", fen), ("n", numbers)])
        .unwrap()
}

fn write(folder: &Folder, name: &str, rows: &RecordBatch, group: usize) {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group))
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_data_page_row_count_limit(700)
        .build();
    let file = File::create(folder.path(name)).unwrap();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).unwrap();
    writer.write(rows).unwrap();
    writer.close().unwrap();
}

/// The rows, and how many each row group has.
fn read(folder: &Folder, name: &str) -> (RecordBatch, Vec<i64>) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(folder.path(name)).unwrap()).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    (concat_batches(&batches[0].schema(), &batches).unwrap(), groups)
}

fn words(rows: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let column = rows.column_by_name(name).unwrap().as_dictionary::<Int32Type>();
    let words = column.values().as_string::<i32>();
    column.keys().iter().map(|key| key.map(|key| words.value(key as usize).to_owned())).collect()
}

#[test]
fn row_groups_of_every_size_keep_their_rows() {
    let folder = Folder::new();
    // With and without a dictionary; row groups that are put together, and such as are taken apart.
    for (version, rows, group) in
        [(0, 0, 5), (0, 1, 5), (0, 3_000, 7), (1, 3_000, 1_000), (0, 40_000, 33_000), (1, 40_000, 20_000)]
    {
        let original = batch(rows, version);
        write(&folder, "in.parquet", &original, group);
        write(&folder, "all.parquet", &original, rows.max(1));
        for (question, verdict) in [("status", "verdict"), ("reach --level static", "verdict")] {
            folder.run(&format!("{question} in.parquet -o out.parquet --force --threads 2"));
            folder.run(&format!("{question} all.parquet -o again.csv --only --force"));
            let text = folder.text("again.csv");
            if rows == 0 {
                assert_eq!(text.lines().count(), 1);
                continue;
            }
            let (out, groups) = read(&folder, "out.parquet");
            assert_eq!(groups.iter().sum::<i64>(), rows as i64);
            assert_eq!(groups[..groups.len() - 1], vec![group as i64; groups.len() - 1]);
            let kept = out.project(&[0, 1, 2]).unwrap();
            assert_eq!(kept.columns(), original.columns(), "{question} {version} {rows} {group}");
            let expected: Vec<Option<String>> = crate::support::column(&text, verdict)
                .into_iter()
                .map(|word| Some(word).filter(|word| !word.is_empty()))
                .collect();
            assert_eq!(words(&out, verdict), expected, "{question} {version} {rows} {group}");
        }
    }
}

#[test]
fn what_is_kept_keeps_its_bytes() {
    let folder = Folder::new();
    let original = batch(5_000, 0);
    write(&folder, "in.parquet", &original, 2_000);
    folder.done("status in.parquet -o all.parquet");
    folder.done("status in.parquet -o one.parquet --only");
    folder.done("status in.parquet in.parquet -o two.parquet");
    let chunk = |name: &str, column: &str, group: usize| {
        let file = File::open(folder.path(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let group = reader.metadata().row_group(group);
        let found = group.columns().iter().find(|chunk| chunk.column_path().string() == column).unwrap();
        let (start, length) = found.byte_range();
        folder.read(name)[start as usize..(start + length) as usize].to_vec()
    };
    for group in 0..3 {
        for column in ["record.a", "record.b", "fen", "n"] {
            assert_eq!(chunk("in.parquet", column, group), chunk("all.parquet", column, group), "{column}");
            assert_eq!(
                chunk("in.parquet", column, group),
                chunk("two.parquet", column, group + 3),
                "{column}"
            );
        }
        assert_eq!(chunk("in.parquet", "fen", group), chunk("one.parquet", "fen", group));
    }
    let names: Vec<String> =
        read(&folder, "one.parquet").0.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["fen", "verdict", "error", "error_column"]);
}

/// Columns of one type that are stored in two ways cannot be copied into one file.
#[test]
fn files_that_are_stored_differently_are_one_output() {
    let folder = Folder::new();
    let days: ArrayRef = Arc::new((0..300).map(|n| Some(n * 86_400_000)).collect::<Date64Array>());
    let fen: ArrayRef = Arc::new(LargeStringArray::from(fens(300)));
    let rows = RecordBatch::try_from_iter([("day", days), ("fen", fen)]).unwrap();
    for (name, coerced) in [("a.parquet", false), ("b.parquet", true)] {
        let properties = WriterProperties::builder().set_coerce_types(coerced).build();
        let file = File::create(folder.path(name)).unwrap();
        let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).unwrap();
        writer.write(&rows).unwrap();
        writer.close().unwrap();
    }
    folder.done("status a.parquet b.parquet -o out.parquet");
    let (out, _) = read(&folder, "out.parquet");
    for half in [out.slice(0, 300), out.slice(300, 300)] {
        assert_eq!(half.project(&[0, 1]).unwrap().columns(), rows.columns());
    }
}
