import { useEffect, useRef } from 'react'
import { shortcutsOn } from '../../shared/browser/preferences.ts'
import { isTyping, matchShortcut, type PendingPrefix } from '../../shared/browser/shortcuts.ts'

interface InboxKeys {
  readonly onMove: (step: 1 | -1) => void
  /** Selects the entry that is read for a decision on many. */
  readonly onSelect: () => void
  /** The entry that is read; null for none. */
  readonly entry: string | null
}

/** An entry is not answered by a key that was meant for the one before it. Milliseconds. */
const settle = 600

/** `j` `k` move, `a` reads on and then approves, `d` denies or withdraws, `n` goes to the note, `x` selects. */
export function useInboxKeys({ entry, ...keys }: InboxKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  const since = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry begins anew
  useEffect(() => {
    since.current = performance.now()
  }, [entry])
  useEffect(() => {
    let pending: PendingPrefix = null
    function onKeyDown(event: KeyboardEvent): void {
      const { key, metaKey, ctrlKey, altKey, shiftKey, timeStamp: at } = event
      const typing =
        isTyping(event.target) ||
        document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
      const inChord =
        pending !== null &&
        matchShortcut(pending, { key, command: false, alt: false, typing, at }).action !== null
      pending = matchShortcut(pending, {
        key,
        command: metaKey || ctrlKey,
        alt: altKey,
        typing,
        at,
      }).pending
      if (inChord || typing || metaKey || ctrlKey || altKey || shiftKey || event.isComposing) return
      if (!shortcutsOn() || event.defaultPrevented) return
      if (act(event, since.current)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    function act({ key, repeat, timeStamp }: KeyboardEvent, shown: number): boolean {
      const { onMove, onSelect } = latest.current
      if (key === 'j' || key === 'k') onMove(key === 'j' ? 1 : -1)
      else if (key === 'x' && !repeat) onSelect()
      else if (key === 'n') return focusNote()
      else if ((key === 'a' || key === 'd') && !repeat && timeStamp - shown > settle) {
        return press(key)
      } else return false
      return true
    }
    // Before the keys of the whole page, which know rows alone.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

function press(key: 'a' | 'd'): boolean {
  const approve = decisionControl('approve')
  if (key === 'd') return click(decisionControl('deny'))
  return approve && !approve.disabled ? click(approve) : click(decisionControl('read-on'))
}

/** A control of the decision on the entry that is read. */
export function decisionControl(name: string) {
  return document.querySelector<HTMLButtonElement>(`[data-inbox-pane] [data-decide="${name}"]`)
}

function click(button: HTMLButtonElement | null): boolean {
  if (!button || button.disabled) return false
  button.click()
  return true
}

function focusNote(): boolean {
  const note = decisionControl('note')
  note?.focus()
  return note !== null
}
