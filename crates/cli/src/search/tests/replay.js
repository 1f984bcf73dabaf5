const step = () => Number(document.getElementById("seek").value);
const last = Number(document.getElementById("seek").max);
const play = document.getElementById("play");
document.getElementById("speed").value = 50;
document.getElementById("speed").dispatchEvent(new Event("input"));
check("the speed is told", document.getElementById("rate").textContent === "37 nodes/s");
play.click();
check("it can be stopped", play.textContent.includes("Pause"));
setTimeout(() => {
  check("it goes on by itself", step() > 2 && step() < last);
  play.click();
  check("it can be continued", play.textContent.includes("Play"));
  const stopped = step();
  setTimeout(() => {
    check("it stays where it was stopped", step() === stopped);
    play.click();
    setTimeout(() => {
      check("it ends at the end", step() === last && play.textContent.includes("Play"));
      check("the address names the step", location.hash === `#${last}`);
      location.hash = "#2";
      setTimeout(() => {
        check("and leads to one", step() === 2);
        finish();
      }, 100);
    }, 5000);
  }, 500);
}, 300);
