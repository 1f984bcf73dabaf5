//! Pictures of sudokus for pages and printers. Only with the feature `svg`.

use super::arg::ArrayRef;
use super::builtins;
use super::drawing::picture;
use crate::value::Value;
use klammer_boards::puzzle::SvgOptions;

builtins! { "drawing";
    /// A picture of a sudoku: a text in SVG, for a file that browsers and editors show. `cells` and `candidates` are as
    /// for `draw-puzzle`. With `given`, an array like `cells`, digits that are not in it have another colour.
    ///
    /// (string-prefix? "<svg" (puzzle->svg (make-array '(9 9) 0) t))            ;=> t
    /// (progn (write-file "a.svg" (puzzle->svg (make-array '(9 9) 0))) (file-exists? "a.svg"))  ;=> t
    /// (puzzle->svg (make-array 9 0))                                           ;!! bad-value
    fn "puzzle->svg" (rt, cells: ArrayRef, ?candidates: Value, ?given: ArrayRef) {
        let picture = self::picture(rt, "puzzle->svg", cells)?;
        let given = given.map(|cells| self::picture(rt, "puzzle->svg", cells)).transpose()?;
        let candidates = candidates.filter(|c| !c.is_false()).map(|_| &picture.candidates);
        let givens = given.as_ref().map(|given| &given.puzzle);
        let options = SvgOptions { candidates, givens, title: None, layout: picture.layout.as_deref() };
        let text = picture.puzzle.svg(&options);
        rt.heap.string(text)
    }
}
