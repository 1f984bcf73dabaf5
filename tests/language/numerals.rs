//! Numerals in strings: `string->number` makes of a text what the reader makes of it, or nothing.

use klammer::Engine;

use crate::support::settings::{number, seed};

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

/// Pieces of which texts are made: those of numerals, and some that make no number of them.
const PIECES: [&str; 40] = [
    "0",
    "1",
    "7",
    "9",
    "12",
    "007",
    "18446744073709551616",
    "1152921504606846976",
    "123456789012345678901",
    ".",
    ".",
    "/",
    "/",
    "-",
    "+",
    "e",
    "E",
    "e3",
    "e-2",
    "E+05",
    "e308",
    "e-330",
    "d0",
    "f1",
    "inf",
    "nan",
    "+inf.0",
    "-nan.0",
    "#x",
    "#b",
    "#o",
    "#d",
    "#e",
    "#i",
    "#X",
    "#E",
    "a",
    "ff",
    "_",
    "i",
];

fn text(random: &mut Random) -> String {
    let prefix = |random: &mut Random| ["", "", "", "#x", "#b", "#e", "#i", "#d", "#o"][random.below(9)];
    let sign = |random: &mut Random| ["", "", "-", "+"][random.below(4)];
    let digits = |random: &mut Random| ["0", "1", "10", "101", "7", "42", "9", "4503599627370497", ""][random.below(9)];
    // Half of the texts are nearly numerals, half are pieces in any order.
    if random.below(2) == 0 {
        let rest =
            ["", "", ".", ".5", "/3", "/4", "/0", "e2", ".25e-1", "e", "/", "x", "e400", ".5.5"][random.below(14)];
        [prefix(random), prefix(random), sign(random), digits(random), rest].concat()
    } else {
        (0..1 + random.below(4)).map(|_| PIECES[random.below(PIECES.len())]).collect()
    }
}

#[test]
fn a_string_is_a_number_where_the_reader_says() {
    let (mut differ, mut numbers) = (Vec::new(), 0);
    for (dialect, written) in [("", "(format nil \"~s\" n)"), ("(require 'scheme)", "(number->string n)")] {
        let mut engine: Engine = crate::support::host::builder().build();
        engine.eval::<()>(dialect).unwrap();
        let mut random = Random(seed());
        for _ in 0..number(5_000, 50_000) {
            let text = text(&mut random);
            let show = |engine: &mut Engine, form: &str| {
                let form = format!("(let ((n {form})) (if (number? n) {written} \"\"))");
                engine.eval::<String>(&form).unwrap_or_default()
            };
            let read = show(&mut engine, &format!("'{text}\n"));
            let converted = show(&mut engine, &format!("(string->number {text:?})"));
            numbers += usize::from(!read.is_empty());
            if read != converted {
                differ.push(format!("{dialect} {text}: the reader {read:?}, string->number {converted:?}"));
            }
        }
    }
    assert!(differ.is_empty(), "{} texts:\n{}", differ.len(), differ.join("\n"));
    assert!(numbers > 2_000, "{numbers} numbers");
}
