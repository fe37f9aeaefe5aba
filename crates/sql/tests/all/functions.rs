//! DataFusion hands over what there is and takes what comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray,
    StringViewArray,
};
use chess_arbiter_columns::functions::FUNCTIONS;
use chess_arbiter_sql::{functions, register, stoppable};
use datafusion::prelude::SessionContext;

use crate::support::{MATE_IN_ONE, ROWS};

/// A context in which `p` has a column of positions.
fn with(fens: ArrayRef) -> SessionContext {
    let context = SessionContext::new();
    register(&context);
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..fens.len() as i64));
    let batch = RecordBatch::try_from_iter([("fen", fens), ("number", numbers)]).unwrap();
    context.register_batch("p", batch).unwrap();
    context
}

fn ask(context: &SessionContext, query: &str) -> Result<RecordBatch, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let told = |error: datafusion::error::DataFusionError| error.strip_backtrace();
        let rows = context.sql(query).await.map_err(told)?;
        let schema = Arc::new(rows.schema().as_arrow().clone());
        let batches = rows.collect().await.map_err(told)?;
        Ok(datafusion::arrow::compute::concat_batches(&schema, &batches).unwrap())
    })
}

fn layouts() -> Vec<ArrayRef> {
    vec![
        Arc::new(StringViewArray::from_iter(ROWS)),
        Arc::new(StringArray::from_iter(ROWS)),
        Arc::new(LargeStringArray::from_iter(ROWS)),
        Arc::new(ROWS.into_iter().collect::<DictionaryArray<Int8Type>>()),
    ]
}

/// A call with literals beside the column.
fn call(name: &str) -> String {
    let function = FUNCTIONS.iter().find(|function| function.name == name).unwrap();
    let others = function.parameters[1..].iter().map(|parameter| match parameter.name {
        "level" => ", 'static'",
        "stipulation" => ", 's#1'",
        "side" => ", 'white'",
        "square" => ", 'g7'",
        "moves" => ", 'a1a8'",
        _ => ", 1",
    });
    format!("{name}(fen{})", others.collect::<String>())
}

#[test]
fn all_layouts_and_kinds() {
    let direct = with(layouts().swap_remove(0));
    for function in FUNCTIONS {
        let query = format!("SELECT {} AS said FROM p ORDER BY number", call(function.name));
        let expected = ask(&direct, &query).unwrap();
        assert_eq!(expected.column(0).data_type(), &function.result.arrow(), "{function}");
        for layout in layouts() {
            let plan = format!("EXPLAIN {query}");
            let found = with(layout.clone());
            assert_eq!(ask(&found, &query).unwrap(), expected, "{function} of {}", layout.data_type());
            // The column of positions is handed over as it is.
            let plan = ask(&found, &plan).unwrap();
            let plan = plan.column(1).as_string::<i32>().value(0).to_lowercase();
            assert!(!plan.contains("cast(p.fen") && !plan.contains("cast(fen"), "{plan}");
        }
    }
}

#[test]
fn what_comes_out_is_text_like_any_other() {
    for layout in layouts() {
        let context = with(layout);
        let counts = "SELECT chess_status(fen) AS status, count(*) AS n FROM p GROUP BY 1 ORDER BY 2 DESC, 1";
        let found = ask(&context, counts).unwrap();
        let words: Vec<_> = found.column(0).as_string_view().iter().collect();
        assert_eq!(words, [Some("checkmate"), Some("safe"), None]);
        assert_eq!(found.column(1).as_primitive::<Int64Type>().values(), &[2, 2, 2]);
        let number =
            |query: &str| ask(&context, query).unwrap().column(0).as_primitive::<Int64Type>().value(0);
        assert_eq!(number("SELECT count(*) FROM p WHERE chess_status(fen) = 'checkmate'"), 2);
        assert_eq!(number("SELECT count(DISTINCT chess_material(fen)) FROM p"), 3);
        assert_eq!(
            number("SELECT count(*) FROM p WHERE chess_reach(fen, 'static')['error'] LIKE 'column%'"),
            1
        );
        assert_eq!(number("SELECT count(*) FROM p WHERE array_length(chess_keys(fen, 1)) = 1"), 1);
        assert_eq!(number("SELECT count(*) FROM p WHERE chess_mate_in(fen, 1) BETWEEN 1 AND 2"), 1);
        let join = "SELECT count(*) FROM p a JOIN p b ON chess_status(a.fen) = chess_status(b.fen)";
        assert_eq!(number(join), 8);
    }
}

#[test]
fn literals_and_nulls() {
    let context = with(Arc::new(NullArray::new(2)));
    let one = |query: &str| ask(&context, query).unwrap().column(0).clone();
    let mate = format!("SELECT chess_mate_in('{MATE_IN_ONE}', CAST(3 AS BIGINT))");
    assert_eq!(one(&mate).as_ref(), &arrow_array::Int32Array::from(vec![1]));
    for function in FUNCTIONS {
        assert_eq!(one(&format!("SELECT {} FROM p", call(function.name))).null_count(), 2, "{function}");
    }
    let all = ask(&context, "SELECT chess_play('8/8/8/8/8/8/8/K1k5 w', 'a1a2 c1c2')").unwrap();
    assert_eq!(all.column(0).as_string_view().value(0), "8/8/8/8/8/8/K1k5/8 w - - 2 2");
}

#[test]
fn what_makes_no_sense_is_told() {
    let context = with(layouts().swap_remove(0));
    for (call, told) in [
        ("chess_status(number)", "chess_status: fen: expected text, found Int64"),
        ("chess_status(fen, fen)", "chess_status takes 1 argument, found 2"),
        ("chess_mate_in(fen, fen)", "chess_mate_in: n: expected integer, found Utf8View"),
        (
            "chess_mate_in(fen, 0)",
            "chess_mate_in: n: expected a number of moves from 1 to 2147483647, found 0",
        ),
        ("chess_legal(fen, 'fulll')", "chess_legal: level: expected one of well-formed, playable, "),
        ("chess_board(fen, 'i1')", "chess_board: square: not a square: "),
        ("chess_mate_in(fen, 3000000000)", "3000000000"),
    ] {
        let error = ask(&context, &format!("SELECT {call} FROM p")).unwrap_err();
        assert!(error.contains(told), "{call}: {error}");
    }
}

#[test]
fn who_says_stop_is_heard() {
    let stop = Arc::new(AtomicBool::new(false));
    let context = with(layouts().swap_remove(0));
    for function in stoppable(&stop) {
        context.register_udf(Arc::unwrap_or_clone(function));
    }
    assert!(ask(&context, "SELECT chess_status(fen) FROM p").is_ok());
    stop.store(true, Ordering::Relaxed);
    assert!(ask(&context, "SELECT chess_status(fen) FROM p").unwrap_err().contains("interrupted"));
}

#[test]
fn functions_are_documented() {
    for (udf, function) in functions().iter().zip(FUNCTIONS) {
        let documentation = udf.documentation().unwrap();
        assert_eq!((udf.name(), documentation.description.as_str()), (function.name, function.about));
        assert_eq!(documentation.arguments.as_ref().map_or(0, Vec::len), function.parameters.len());
    }
}
