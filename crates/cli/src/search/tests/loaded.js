const start = performance.now();
document.getElementById("seek").value = 500;
document.getElementById("seek").dispatchEvent(new Event("input"));
document.body.offsetHeight;
const now = performance.now();
check(`loaded in ${Math.round(start - begun)} ms, ${Math.round(start)} ms`, start - begun < 1000);
check(`a jump takes ${Math.round(now - start)} ms`, now - start < 300);
finish();
