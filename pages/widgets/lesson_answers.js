// Keeps the answers to questions of lessons in the tab's storage. A page that is reloaded has a new
// session; it is offered what is kept here.

const PLACE = "l2dwk lesson answers";
const kept = window.l2dwkAnswers ??= {session: null, offered: false};

function read() {
  try { return JSON.parse(sessionStorage.getItem(PLACE)) ?? {}; } catch { return {}; }
}

export default function ({data, setTriggerValue}) {
  if (kept.session !== data.session) {
    kept.session = data.session;
    const answers = read();
    kept.offered = !data.received && Object.keys(answers).length > 0;
    if (kept.offered) setTriggerValue("kept", answers);
  }
  // Until the session has them, it would write over them.
  if (kept.offered && !data.received) return;
  try { sessionStorage.setItem(PLACE, JSON.stringify(data.answers)); } catch { /* storage is full or off */ }
}
