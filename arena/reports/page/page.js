"use strict";
(() => {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

  function choose(tab) {
    for (const one of tabs) {
      const on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      panelOf(one).classList.toggle("on", on);
    }
  }

  function fromHash() {
    const tab = tabs.find((one) => `#${one.getAttribute("aria-controls")}` === location.hash);
    if (tab) choose(tab);
  }

  const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  for (const [number, tab] of tabs.entries()) {
    tab.onclick = () => {
      choose(tab);
      history.replaceState(null, "", `#${tab.getAttribute("aria-controls")}`);
    };
    tab.onkeydown = (event) => {
      const there = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1
        : KEYS[event.key] ? (number + KEYS[event.key] + tabs.length) % tabs.length : -1;
      if (there < 0) return;
      event.preventDefault();
      tabs[there].focus();
      tabs[there].click();
    };
  }
  window.onhashchange = fromHash;
  fromHash();
})();
