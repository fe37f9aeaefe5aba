//! Memory that goes from one side to the other.

use std::alloc::{Layout, handle_alloc_error};
use std::slice;

/// A status and a text, for which `size` bytes after this are taken. Both numbers are little-endian, as all
/// of WebAssembly's are.
#[repr(C)]
#[derive(Debug)]
pub struct ReplyHead {
    /// 200, or the status of the problem that the text then is.
    pub status: u32,
    /// Bytes of text that follow.
    pub size: u32,
}

/// As the host sees it.
const ALIGN: usize = align_of::<ReplyHead>();

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size.max(1), ALIGN)
        .unwrap_or_else(|_| handle_alloc_error(Layout::new::<ReplyHead>()))
}

/// So many bytes to write a request into.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn alloc(size: usize) -> *mut u8 {
    let layout = layout(size);
    // SAFETY: the layout has at least one byte.
    let place = unsafe { std::alloc::alloc(layout) };
    if place.is_null() { handle_alloc_error(layout) } else { place }
}

/// Takes memory back: from [`alloc`] with the size that was asked for, a reply with its own 8 bytes and its
/// text's.
///
/// # Safety
/// It came from here with this size, and is not used any more.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn free(place: *mut u8, size: usize) {
    // SAFETY: `alloc` used the same layout for this size.
    unsafe { std::alloc::dealloc(place, layout(size)) }
}

/// Memory that the host has written.
///
/// # Safety
/// `size` bytes there may be read for as long as the slice is.
pub(crate) unsafe fn bytes<'a>(place: *const u8, size: usize) -> &'a [u8] {
    if size == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { slice::from_raw_parts(place, size) }
}

impl ReplyHead {
    pub(crate) fn new(status: u32, text: &str) -> *mut ReplyHead {
        let head = size_of::<ReplyHead>();
        let place = alloc(head + text.len());
        let reply = place.cast::<ReplyHead>();
        // SAFETY: the place is aligned for a reply and has room for it and for the text.
        unsafe {
            reply.write(ReplyHead { status, size: text.len() as u32 });
            place.add(head).copy_from_nonoverlapping(text.as_ptr(), text.len());
        }
        reply
    }
}
