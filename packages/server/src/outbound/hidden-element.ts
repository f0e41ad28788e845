import { lineBreaksAround } from './html-elements.ts'

/** Which opening tags end an element that was left open. */
const endedByOpening: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th', 'tr'],
  th: ['td', 'th', 'tr'],
  tr: ['tr', 'thead', 'tbody', 'tfoot'],
}
const listElements: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table'])

/** A hidden element while it is being passed over. Tells for each tag whether the element is over. */
export interface HiddenElement {
  /** True when this opening tag ends it, and is then to be read as any other. */
  endsBeforeOpening(name: string): boolean
  /** True when this end tag ends it. */
  endsAtClosing(name: string): boolean
}

/** Follows one hidden element to its end in constant space, also where end tags were left out. */
export function trackHiddenElement(element: string): HiddenElement {
  if (element === 'p') return paragraph
  return Object.hasOwn(endedByOpening, element) ? item(element) : nested(element)
}

/** Holds no other block, so whichever begins or ends ends it too. */
const paragraph: HiddenElement = {
  endsBeforeOpening: (name) => lineBreaksAround(name) !== undefined,
  endsAtClosing: (name) => lineBreaksAround(name) !== undefined,
}

/** An entry of a list or a table: its neighbour or the end of the whole ends it. */
function item(element: string): HiddenElement {
  const neighbours = endedByOpening[element] ?? []
  let openLists = 0
  return {
    endsBeforeOpening(name) {
      if (listElements.has(name)) openLists += 1
      return openLists === 0 && neighbours.includes(name)
    },
    endsAtClosing(name) {
      if (openLists === 0) return name === element || listElements.has(name)
      if (listElements.has(name)) openLists -= 1
      return false
    },
  }
}

function nested(element: string): HiddenElement {
  let depth = 1
  return {
    endsBeforeOpening(name) {
      if (name === element) depth += 1
      return false
    },
    endsAtClosing(name) {
      if (name === element) depth -= 1
      return depth === 0
    },
  }
}
