"use strict";
(() => {
  const RUN = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
  const RANKS = { T: ["10", "ten"], J: ["J", "jack"], Q: ["Q", "queen"], K: ["K", "king"], A: ["A", "ace"] };
  const JOKERS = { HJ: ["★", "high joker"], LJ: ["☆", "low joker"] };
  const ALL = "all", PUBLIC = "public", PAUSE_MS = 900;
  let at = { game: 0, deal: 0, step: 0 };
  let eyes = RUN.eyes[0];
  let timer = 0;

  const game = () => RUN.games[at.game];
  const deal = () => game().deals[at.deal];
  const steps = () => deal().decisions.length;

  function element(tag, text, attributes = {}) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  function face(card) {
    if (JOKERS[card]) return { short: JOKERS[card][0], long: JOKERS[card][1], red: card === "HJ" };
    const [rank, suit] = card;
    const [short, long] = RANKS[rank] || [rank, rank];
    return { short: short + SUITS[suit][0], long: `${long} of ${SUITS[suit][1]}`, red: suit === "D" || suit === "H" };
  }

  function cardItem(card, done) {
    const { short, long, red } = face(card);
    const item = element("li", short, { class: `card${red ? " red" : ""}${done ? " done" : ""}`, "data-card": card });
    item.setAttribute("role", "listitem");
    item.setAttribute("aria-label", done ? `${long}, chosen` : long);
    return item;
  }

  function cardList(cards, label, chosen = []) {
    const list = element("ul", undefined, { class: "cards", role: "list", "aria-label": label });
    for (const card of cards) list.append(cardItem(card, chosen.includes(card)));
    return list;
  }

  const name = (seat) => (game().entrants[seat] ? `${seat} ${game().entrants[seat]}` : `seat ${seat}`);
  const sees = (seat) => eyes === ALL || eyes === String(seat);
  // An event is shown to whom it was addressed, and to all if all saw it.
  const shown = (event) => eyes === ALL || event.open || (eyes !== PUBLIC && event.audience.includes(Number(eyes)));
  /** An action with its cards as they look: `throw:JC,2D` as `throw:J♣,2♦`, `trump:C` as `trump clubs`. */
  const drawn = (action) => action.replace(/^trump:(.+)$/, (_, trump) => `trump ${suits(trump)}`)
    .replace(/\b([2-9TJQKA][CDHS]|[HL]J)\b/g, (card) => face(card).short);
  const chosenCards = (action) => (action || "").replace(/^[a-z]+:/, "").split(",").filter((word) => /^([2-9TJQKA][CDHS]|[HL]J)$/.test(word));

  /** What the events up to the step say, as far as they are shown. */
  function read() {
    const now = { calls: {}, trick: [], taken: {}, trump: "", contract: "", tricks: 0, log: [], scores: [...deal().before] };
    const all = [...deal().dealt];
    for (const decision of deal().decisions.slice(0, at.step)) all.push(...decision.events);
    let over = false;
    for (const event of all) {
      if (!shown(event)) continue;
      const text = told(event);
      if (text) now.log.push(text);
      switch (event.kind) {
        case "call": now.calls[event.seat] = event.action; break;
        case "contract": now.contract = event.action === "pass" ? "all passed" : `${name(event.seat)} has the bid for ${event.action}`; break;
        case "trump": now.trump = event.action.replace("trump:", ""); break;
        case "play":
          if (over) { now.trick = []; over = false; }
          now.trick.push([event.seat, event.cards[0]]);
          break;
        case "trick": (now.taken[event.seat % game().sides] ||= []).push(...now.trick.map((one) => one[1])); now.tricks += 1; over = true; now.winner = event.seat; break;
        case "dead-trick": now.tricks += 1; over = true; break;
        case "score": now.scores[event.seat % game().sides] = event.value; break;
      }
    }
    now.over = over;
    return now;
  }

  function told(event) {
    const who = name(event.seat), cards = (event.cards || []).map((card) => face(card).short).join(" ");
    const side = `side ${event.seat % game().sides}`;
    switch (event.kind) {
      case "deal": return `${who} deals`;
      case "hand": return `${who} is dealt ${cards}`;
      case "look": return event.value ? `${who} looks` : `${who} bids blind`;
      case "call": return event.action === "pass" ? `${who} passes` : `${who} calls ${event.action}`;
      case "contract": return event.action === "pass" ? "all passed" : `${who} has the bid for ${event.action}`;
      case "trump": return `${who} makes trump ${suits(event.action.replace("trump:", ""))}`;
      case "partner-called": return `${who} calls the holder of ${cards}`;
      case "throw": return `${who} throws ${event.value} ${cards}`;
      case "draw": return `${who} draws ${event.value}`;
      case "widow": return `${who} gets the widow, ${event.value}`;
      case "aside": return `${who} lays ${event.value} aside`;
      case "burn": return `${who} burns ${cards}`;
      case "play": return `${who} plays ${cards}`;
      case "trick": return `${who} wins trick ${event.value + 1}`;
      case "dead-trick": return `trick ${event.value + 1} is dead`;
      case "fold": return event.value ? `${who} gives the game up` : `${who} plays on`;
      case "point": return `${event.point} to ${side}`;
      case "scored": return event.value > 0 ? `${who} made it` : event.value ? "not played" : `${who} is set`;
      case "score": return `${side} has ${event.value}`;
      case "result": return event.value === 1 ? `${side} wins` : event.value === 2 ? `${side} draws` : "";
      case "show": return `${who} shows ${cards}`;
      case "forfeit": return `${who} loses ${event.value} by lot`;
      case "take-or-leave": return `the pitcher ${event.value ? "takes" : "leaves"} ${who}'s card`;
      default: return `(${who}: ${event.kind.replace("own-", "")} ${cards || "nothing"})`;
    }
  }

  function drawSeat(seat, now, decision, moment) {
    const acts = decision && decision.seat === seat;
    const box = element("div", undefined, { class: `seat${acts ? " acts" : ""}`, "data-seat": seat });
    const notes = [`side ${seat % game().sides}`];
    if (seat === deal().dealer) notes.push("dealer");
    if (game().forfeits.includes(seat)) notes.push("forfeits the game");
    box.append(element("h2", name(seat)), element("p", notes.join(", "), { class: "dim" }));
    if (now.calls[seat]) box.append(element("p", `called ${now.calls[seat]}`));
    const size = moment.sizes[seat], hand = sees(seat) && moment.hands ? moment.hands[seat] : null;
    box.append(element("p", `${size} card${size === 1 ? "" : "s"}`, { class: "count", "data-count": size }));
    if (hand && hand.length) box.append(cardList(hand, `hand of ${name(seat)}`, acts ? chosenCards(decision.action) : []));
    return box;
  }

  function drawMiddle(now) {
    const middle = element("div", undefined, { class: "middle" });
    const parts = [now.contract, now.trump && `trump ${suits(now.trump)}`].filter(Boolean).join(", ");
    middle.append(element("h2", parts || "No bid has won yet"));
    const label = now.trick.length ? (now.over ? `trick ${now.tricks}, won by ${now.winner === undefined ? "nobody" : name(now.winner)}` : `trick ${now.tricks + 1}`) : "no card is played";
    middle.append(element("p", label));
    const list = element("ul", undefined, { class: "cards", role: "list", "aria-label": label });
    for (const [seat, card] of now.trick) {
      const item = cardItem(card, false);
      item.prepend(`${seat}: `);
      item.setAttribute("aria-label", `${name(seat)}: ${face(card).long}`);
      list.append(item);
    }
    if (now.trick.length) middle.append(list);
    for (const [side, cards] of Object.entries(now.taken)) {
      middle.append(element("p", `side ${side} has taken ${cards.length}`, { class: "dim" }));
      middle.append(cardList(cards, `taken by side ${side}`));
    }
    return middle;
  }

  const suits = (text) => text.split("/").map((suit) => SUITS[suit][1]).join(" over ");

  function legalText(decision) {
    if (!decision || !decision.legal || !sees(decision.seat)) return "";
    const legal = decision.legal;
    if (Array.isArray(legal)) return `Could: ${legal.map(drawn).join(", ")}`;
    const fixed = legal.fixed.length ? ` and ${legal.fixed.map(drawn).join(" ")}` : "";
    return `Could choose ${legal.least} to ${legal.most} of ${legal.from.map(drawn).join(" ") || "none"}${fixed}`;
  }

  /** What will be done is told only to who does it, and to who sees all: the others learn it at the next step. */
  const deed = (decision) => (sees(decision.seat) && decision.action ? `: ${drawn(decision.action)}` : "");

  function draw() {
    const now = read(), decision = deal().decisions[at.step], moment = decision || deal().end;
    $("game").value = at.game;
    $("deal").value = at.deal;
    $("eyes").value = eyes;
    $("scrub").max = steps();
    $("scrub").value = at.step;
    const asked = decision ? `decision ${at.step + 1} of ${steps()}` : `after its ${steps()} decisions`;
    $("scrub").setAttribute("aria-valuetext", asked);
    $("place").textContent = `${game().name}, deal ${at.deal + 1} of ${game().deals.length}, ${asked}`;
    const seats = game().entrants.map((_, seat) => drawSeat(seat, now, decision, moment));
    $("table").replaceChildren(...seats, drawMiddle(now));
    let text;
    if (decision) {
      const why = sees(decision.seat) && decision.house ? ` (the house plays: ${decision.house})` : "";
      text = `${name(decision.seat)} is asked to ${decision.ask.replace("_", " ")}${deed(decision)}${why}`;
    } else {
      text = `The deal is over: ${now.log.slice(-game().sides - 6).join("; ")}`;
    }
    $("moment").textContent = text;
    $("legal").textContent = legalText(decision);
    $("log").replaceChildren(...now.log.map((line, index) => element("li", line, index === now.log.length - 1 ? { class: "now" } : {})));
    $("log").scrollTop = $("log").scrollHeight;
    drawScores(now);
    drawMore();
    const hash = `#game=${at.game + 1}&deal=${at.deal + 1}&decision=${decision ? at.step + 1 : "end"}`;
    $("link").href = hash;
    if (location.hash !== hash) history.replaceState(null, "", hash);
    document.body.dataset.ready = hash;
  }

  function drawScores(now) {
    const head = element("tr"), row = element("tr");
    head.append(element("th", "side"));
    row.append(element("th", "score"));
    for (let side = 0; side < game().sides; side += 1) {
      head.append(element("th", `${side}: ${game().entrants.filter((_, seat) => seat % game().sides === side).filter(Boolean).join(", ")}`));
      row.append(element("td", now.scores[side], { "data-score": side }));
    }
    $("scores").replaceChildren(head, row);
  }

  function drawMore() {
    const parts = game().faults.filter((fault) => sees(fault.seat)).map((fault) => element("p", `deal ${fault.deal + 1}, decision ${fault.decision + 1}, ${name(fault.seat)}: ${fault.fault} (${fault.detail})`));
    if (!parts.length) parts.push(element("p", "No faults are told."));
    for (const [seat, time] of game().times.entries()) {
      parts.push(element("p", `${name(seat)} thought ${time.billed_ms} ms over ${time.answers} answers in this game, ${time.slowest_ms} ms at most`));
    }
    $("more").replaceChildren(...parts);
  }

  function go(place) {
    const games = RUN.games.length;
    const number = Math.min(Math.max(place.game, 0), games - 1);
    const dealNumber = Math.min(Math.max(place.deal, 0), RUN.games[number].deals.length - 1);
    const step = Math.min(Math.max(place.step, 0), RUN.games[number].deals[dealNumber].decisions.length);
    const other = number !== at.game;
    at = { game: number, deal: dealNumber, step };
    if (other) fillDeals();
    draw();
  }

  function move(by) {
    if (by > 0 && at.step === steps()) {
      if (at.deal + 1 < game().deals.length) go({ ...at, deal: at.deal + 1, step: 0 });
      else if (at.game + 1 < RUN.games.length) go({ game: at.game + 1, deal: 0, step: 0 });
      else stop();
    } else if (by < 0 && at.step === 0) {
      if (at.deal > 0) go({ ...at, deal: at.deal - 1, step: Infinity });
    } else {
      go({ ...at, step: at.step + by });
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").textContent = "Play";
    $("play").setAttribute("aria-pressed", "false");
  }

  function toggle() {
    if (timer) return stop();
    timer = setInterval(() => move(1), PAUSE_MS);
    $("play").textContent = "Stop";
    $("play").setAttribute("aria-pressed", "true");
  }

  function fillDeals() {
    $("deal").replaceChildren(...game().deals.map((one, number) => element("option", `${number + 1}`, { value: number })));
    const seats = game().entrants.map((_, seat) => String(seat));
    const words = { [ALL]: "everybody's", [PUBLIC]: "what all saw" };
    const choices = RUN.eyes.filter((one) => one === ALL || one === PUBLIC || seats.includes(one));
    if (!choices.includes(eyes)) eyes = choices[0];
    $("eyes").replaceChildren(...choices.map((one) => element("option", words[one] || `as ${name(Number(one))} knew them`, { value: one })));
  }

  /** Addresses count from 1, as all that people read. Those of before, as in #3-0-12, have deal and step from 0. */
  function fromHash() {
    const found = /^#game=(\d+)&deal=(\d+)&decision=(\d+|end)$/.exec(location.hash);
    const old = /^#(\d+)-(\d+)-(\d+)$/.exec(location.hash);
    if (found) go({ game: found[1] - 1, deal: found[2] - 1, step: found[3] === "end" ? Infinity : found[3] - 1 });
    else go(old ? { game: old[1] - 1, deal: Number(old[2]), step: Number(old[3]) } : at);
  }

  const KEYS = {
    ArrowRight: () => move(1), ArrowLeft: () => move(-1),
    Home: () => go({ ...at, step: 0 }), End: () => go({ ...at, step: Infinity }),
    PageDown: () => go({ ...at, deal: at.deal + 1, step: 0 }), PageUp: () => go({ ...at, deal: at.deal - 1, step: 0 }),
    " ": toggle,
    g: () => { const all = [...$("eyes").options].map((one) => one.value); eyes = all[(all.indexOf(eyes) + 1) % all.length]; draw(); },
    n: () => go({ game: at.game + 1, deal: 0, step: 0 }), p: () => go({ game: at.game - 1, deal: 0, step: 0 }),
  };
  document.addEventListener("keydown", (event) => {
    const own = /^(SELECT|INPUT|BUTTON|SUMMARY|A)$/.test(event.target.tagName);
    const scrolls = event.target.tabIndex === 0 && event.target.scrollWidth > event.target.clientWidth;
    if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key] || (own && !/^[gnp]$/.test(event.key))) return;
    if (scrolls && /^Arrow/.test(event.key)) return; // a table that is wider than the screen
    event.preventDefault();
    KEYS[event.key]();
  });
  $("first").onclick = KEYS.Home;
  $("last").onclick = KEYS.End;
  $("next").onclick = KEYS.ArrowRight;
  $("back").onclick = KEYS.ArrowLeft;
  $("play").onclick = toggle;
  $("scrub").oninput = () => go({ ...at, step: Number($("scrub").value) });
  $("game").onchange = () => go({ game: Number($("game").value), deal: 0, step: 0 });
  $("deal").onchange = () => go({ ...at, deal: Number($("deal").value), step: 0 });
  $("eyes").onchange = () => { eyes = $("eyes").value; draw(); };
  $("link").onclick = () => { navigator.clipboard?.writeText(location.href).catch(() => {}); };
  $("choice").onsubmit = (event) => event.preventDefault();
  window.onhashchange = fromHash;
  $("game").replaceChildren(...RUN.games.map((one, number) => element("option", `${number + 1}: ${one.name}`, { value: number })));
  fillDeals();
  fromHash();
})();
