import { blockElements } from './html-elements.ts'

/** Opening tags that implicitly end an open element. */
const endedByOpening: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th', 'tr'],
  th: ['td', 'th', 'tr'],
  tr: ['tr', 'thead', 'tbody', 'tfoot'],
}
const listElements: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table'])

/** Tracks a hidden element while it is skipped. */
export interface HiddenElement {
  /** True when this opening tag ends the element. The tag is then processed normally. */
  endsBeforeOpening(name: string): boolean
  /** True when this end tag ends the element. */
  endsAtClosing(name: string): boolean
}

/** Finds the end of one hidden element in constant space, also where end tags are omitted. */
export function trackHiddenElement(element: string): HiddenElement {
  if (element === 'p') return paragraph
  return Object.hasOwn(endedByOpening, element) ? item(element) : nested(element)
}

/** A paragraph contains no other block, so the start or end of any block ends it. */
const paragraph: HiddenElement = {
  endsBeforeOpening: (name) => blockElements(name) !== undefined,
  endsAtClosing: (name) => blockElements(name) !== undefined,
}

/** An item of a list or a table: a sibling or the end of the container ends it. */
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
