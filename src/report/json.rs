//! The JSON form of errors and warnings.

use serde::Serialize;

use crate::error::{Error, Place};

impl Error {
    /// The error as one JSON object on one line. Every field is always there; what is unknown is `null`.
    pub fn to_json(&self) -> String {
        self.json("error")
    }

    /// [`Error::to_json`] for what is only a warning; they differ in the field `severity`.
    pub fn warning_to_json(&self) -> String {
        self.json("warning")
    }

    fn json(&self, severity: &str) -> String {
        let place = self.place().map(Location::of);
        let json = ErrorJson {
            severity,
            code: self.code().as_str(),
            message: self.message(),
            place: place.unwrap_or_default(),
            help: self.help(),
            related: self.related().map(|r| RelatedJson { place: Location::of(&r.place), text: &r.text }),
            library: self.library_place().map(Location::of),
            trace: self
                .trace()
                .iter()
                .map(|f| FrameJson {
                    function: &f.function,
                    place: f.place.as_ref().map(Location::of).unwrap_or_default(),
                    repeated: f.repeated,
                })
                .collect(),
            expansion: self
                .expansion()
                .iter()
                .map(|e| ExpansionJson { name: &e.name, place: e.place.as_ref().map(Location::of).unwrap_or_default() })
                .collect(),
            irritants: self.irritants(),
        };
        // Nothing in there can fail to be written.
        serde_json::to_string(&json).unwrap_or_else(|_| "{}".to_string())
    }
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
    help: Option<&'a str>,
    related: Option<RelatedJson<'a>>,
    library: Option<Location<'a>>,
    trace: Vec<FrameJson<'a>>,
    expansion: Vec<ExpansionJson<'a>>,
    irritants: &'a [String],
}

#[derive(Serialize, Default)]
struct Location<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

impl<'a> Location<'a> {
    fn of(place: &'a Place) -> Location<'a> {
        Location {
            file: Some(place.file()),
            line: Some(place.line()),
            column: Some(place.column()),
            end_line: Some(place.end_line()),
            end_column: Some(place.end_column()),
        }
    }
}

#[derive(Serialize)]
struct RelatedJson<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
}

#[derive(Serialize)]
struct FrameJson<'a> {
    function: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
    repeated: u32,
}

#[derive(Serialize)]
struct ExpansionJson<'a> {
    #[serde(rename = "macro")]
    name: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
}
