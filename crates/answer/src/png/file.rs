//! The file format (PNG, third edition).

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Boards are flat: more effort packs them hardly better.
const EFFORT: u8 = 6;

/// A file with pixels of three bytes each.
pub(super) fn write(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let row = width as usize * 3;
    let mut rows = Vec::with_capacity(pixels.len() + height as usize);
    let mut above = &vec![0; row][..];
    for pixels in pixels.chunks_exact(row) {
        // Filter 2: what differs from the row above.
        rows.push(2);
        rows.extend(pixels.iter().zip(above).map(|(byte, up)| byte.wrapping_sub(*up)));
        above = pixels;
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits each of red, green and blue; the only methods there are; not interlaced.
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &head);
    chunk(&mut file, b"IDAT", &compress_to_vec_zlib(&rows, EFFORT));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
}
