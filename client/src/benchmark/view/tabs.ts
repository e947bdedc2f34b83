import { element } from '../../page/view/elements.ts';

/** One of the parts of the page of which one is shown at a time. */
export interface Tab {
  readonly id: string;
  readonly panel: HTMLElement;
}

/** A row of tabs, by the ARIA practices: one stop for the Tab key, arrows to change. */
export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: readonly (Tab & { readonly button: HTMLElement })[];
  readonly #chosen: (id: string) => void;

  constructor(label: string, tabs: readonly Tab[], chosen: (id: string) => void) {
    this.#chosen = chosen;
    this.#tabs = tabs.map(({ id, panel }) => {
      panel.id = `panel-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
      const onclick = () => chosen(id);
      const properties = { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id, onclick };
      return { id, panel, button: element('button', properties) };
    });
    this.element = element(
      'div',
      {
        class: 'tabs',
        role: 'tablist',
        'aria-label': label,
        onkeydown: (event) => this.#keyPressed(event as KeyboardEvent),
      },
      ...this.#tabs.map(({ button }) => button),
    );
  }

  /** Shows one tab. @param titles of all tabs by their ids; tabs without a title are hidden. */
  show(selected: string, titles: Readonly<Record<string, string | undefined>>): void {
    for (const { id, panel, button } of this.#tabs) {
      const title = titles[id];
      button.hidden = title === undefined;
      if (button.textContent !== title) button.textContent = title ?? '';
      button.tabIndex = id === selected ? 0 : -1;
      button.setAttribute('aria-selected', String(id === selected));
      panel.hidden = id !== selected || title === undefined;
    }
  }

  #keyPressed(event: KeyboardEvent): void {
    const open = this.#tabs.filter(({ button }) => !button.hidden);
    const here = open.findIndex(({ button }) => button === document.activeElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1 + open.length,
      Home: 0,
      End: open.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined || here < 0) return;
    event.preventDefault();
    const next = open[step % open.length]!;
    this.#chosen(next.id);
    next.button.focus();
  }
}
