//! Whether standard output was closed when the process began (`arbiter status … >&-`).
//!
//! Rust opens `/dev/null` in place of a standard stream that is closed, before `main`: what is written is
//! lost and every write succeeds. Afterwards that cannot be told from a `/dev/null` that the caller chose. So
//! the question is asked before Rust's runtime starts, by a function that the loader calls, as uutils does.

/// Whether there is nobody to take answers.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple"))]
pub(crate) use at_start::stdout_is_closed as stdout;

/// Whether there is nobody to take answers; here nobody can tell.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple")))]
pub(crate) fn stdout() -> bool {
    false
}

#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple"))]
#[allow(unsafe_code)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    pub(crate) fn stdout_is_closed() -> bool {
        CLOSED.load(Relaxed)
    }

    extern "C" fn look() {
        // SAFETY: `fcntl` with `F_GETFD` takes any number for a descriptor, has no third argument and changes
        // nothing but `errno`. It fails only where the descriptor is not open.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        CLOSED.store(flags == -1, Relaxed);
    }

    // SAFETY: the section is a list of pointers to functions of C that the loader calls in turn, on the only
    // thread, before `main`; the type is that of such a pointer (arguments that are passed and not taken do
    // no harm). `look` uses nothing that Rust's runtime sets up: it calls the C library, which is ready by
    // then, and writes to a static without a destructor. It cannot panic.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;
}
