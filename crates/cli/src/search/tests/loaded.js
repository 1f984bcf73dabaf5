// What the page makes, and what a jump changes, is counted. The clock is only for what would
// hang: its limits are more than ten times what is taken.
const loaded = performance.now();
const made = document.querySelectorAll("*").length;
const watch = new MutationObserver(() => {});
watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
document.getElementById("seek").value = 500;
document.getElementById("seek").dispatchEvent(new Event("input"));
document.body.offsetHeight;
const changed = watch.takeRecords().length;
const jumped = performance.now();
check(`${made} elements are made`, made < 8000);
check(`${changed} changes for a jump`, changed < 4000);
check(`loaded in ${Math.round(loaded - begun)} ms`, loaded - begun < 10000);
check(`a jump takes ${Math.round(jumped - loaded)} ms`, jumped - loaded < 10000);
finish();
