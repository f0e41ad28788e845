/** What a shortcut does. */
export type ShortcutAction =
  | 'palette'
  | 'help'
  | 'search'
  | 'go-chat'
  | 'go-skills'
  | 'go-agents'
  | 'go-inbox'
  | 'go-integrations'
  | 'go-sources'
  | 'go-settings'
  | 'go-audit'
  | 'next-row'
  | 'previous-row'

export interface KeyPress {
  readonly key: string
  readonly command: boolean
  readonly alt: boolean
  /** The focus is where text is written. */
  readonly typing: boolean
  /** Milliseconds. */
  readonly at: number
}

/** When `g` was pressed, while its second key may still come. */
export type PendingPrefix = number | null

/** How long `g` waits for its second key, in milliseconds. */
export const prefixWindow = 1200

/** What the command key is called on this device. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Every shortcut, for the dialog that lists them. */
export const shortcutTable = [
  { keys: [commandKey, 'K'], does: 'Open the command palette' },
  { keys: ['?'], does: 'Show these shortcuts' },
  { keys: ['g', 'c'], does: 'Go to Chat' },
  { keys: ['g', 's'], does: 'Go to Skills' },
  { keys: ['g', 'e'], does: 'Go to Agents' },
  { keys: ['g', 'i'], does: 'Go to the inbox' },
  { keys: ['g', 'n'], does: 'Go to Integrations' },
  { keys: ['g', 'o'], does: 'Go to Sources' },
  { keys: ['g', 't'], does: 'Go to Settings' },
  { keys: ['g', 'l'], does: 'Go to the audit log' },
  { keys: ['/'], does: 'Put the cursor in the search field' },
  { keys: ['j', '↓'], does: 'Next row of a list' },
  { keys: ['k', '↑'], does: 'Previous row of a list' },
  { keys: ['↵'], does: 'Open the row' },
  { keys: ['x'], does: 'Select the skill or the entry of the row' },
  { keys: ['Space'], does: 'Peek at the skill of the row' },
  { keys: ['a'], does: 'In the inbox: read on, then approve' },
  { keys: ['d'], does: 'In the inbox: deny or reject' },
  { keys: ['n'], does: 'In the inbox: write a note' },
  { keys: ['e'], does: 'Edit the skill of the row' },
  { keys: ['Del'], does: 'Delete the skill of the row' },
  { keys: [commandKey, 'S'], does: 'Save a skill' },
  { keys: [commandKey, '↵'], does: 'Save a skill, or send a message' },
  { keys: ['Esc'], does: 'Close what is open' },
] as const

const afterG: Record<string, ShortcutAction> = {
  c: 'go-chat',
  s: 'go-skills',
  i: 'go-inbox',
  n: 'go-integrations',
  o: 'go-sources',
  e: 'go-agents',
  t: 'go-settings',
  l: 'go-audit',
}
const single: Record<string, ShortcutAction> = {
  '?': 'help',
  '/': 'search',
  j: 'next-row',
  k: 'previous-row',
}

/** Decides what a key does; nothing but the palette acts while somebody is typing. */
export function matchShortcut(
  pending: PendingPrefix,
  press: KeyPress,
): { readonly pending: PendingPrefix; readonly action: ShortcutAction | null } {
  if (press.command) {
    const palette = press.key.toLowerCase() === 'k' && !press.alt
    return { pending: null, action: palette ? 'palette' : null }
  }
  if (press.typing || press.alt) return { pending: null, action: null }
  const table = pending !== null && press.at - pending <= prefixWindow ? afterG : single
  if (Object.hasOwn(table, press.key)) return { pending: null, action: table[press.key] ?? null }
  return { pending: press.key === 'g' ? press.at : null, action: null }
}

/** True where a key belongs to the text being written. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[contenteditable="true"]')) return true
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type)
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
