//! On macOS an extension module must be told that Python will bring the symbols.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
