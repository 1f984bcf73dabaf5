//! Which fields the objects of a type of the host have, for who has used a function that is of none of them.

use super::World;
use crate::advice;
use crate::object::host::HostClass;
use crate::spelling::near;
use crate::symbol::ModuleId;

impl World {
    /// What might help with a name that is not defined, and would be that of a function of a type of the host: what
    /// reads or changes the fields of the type, and that what it would change can only be read.
    pub(crate) fn advice_on_field(&self, module: ModuleId, name: &str) -> Option<String> {
        let changed = name.strip_prefix("set-").and_then(|rest| rest.strip_suffix('!'));
        let of_type = changed.unwrap_or(name);
        let field_of = |class: &HostClass| of_type.strip_prefix(class.title)?.strip_prefix('-');
        let classes = self.rt.heap.host_classes.values();
        // `cave-troll-hp` is of `cave-troll`, not of `cave`.
        let (class, field) = classes.filter_map(|c| Some((c, field_of(c)?))).max_by_key(|(c, _)| c.title.len())?;
        let visible = self.visible_names(module);
        let (t, is_there) = (class.title, |function: &String| visible.contains(&function.as_str()));
        let reader = |of: &str| format!("{t}-{of}");
        let readers = |changes: &[bool]| {
            let fields = class.fields.iter().filter(|f| changes.contains(&f.changes));
            fields.map(|f| reader(&f.name)).filter(is_there).collect::<Vec<String>>()
        };
        // One slip of the fingers is told as such: in the name of a field, or of another function of the type.
        let names = visible.iter().filter_map(|v| match changed {
            Some(_) => v.strip_prefix("set-")?.strip_suffix('!')?.strip_prefix(t)?.strip_prefix('-'),
            None => v.strip_prefix(t)?.strip_prefix('-'),
        });
        if near(field, 1, names).next().is_some() {
            return None;
        }
        let all = readers(&[true, false]);
        if changed.is_none() {
            return advice::on_fields(t, "read", &all);
        }
        if all.contains(&reader(field)) {
            return Some(format!("the field `{field}` of `{t}` can only be read, by `{}`", reader(field)));
        }
        let setters: Vec<String> = readers(&[true]).iter().map(|reader| format!("set-{reader}!")).collect();
        let only_read = readers(&[false]);
        let rest = match only_read.as_slice() {
            [] => String::new(),
            some => format!("; {} can only be read", advice::listed(some)),
        };
        match advice::on_fields(t, "changed", &setters) {
            Some(help) => Some(help + &rest),
            None => advice::on_fields(t, "only read", &only_read),
        }
    }
}
