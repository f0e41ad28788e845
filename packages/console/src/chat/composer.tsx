import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../design/drafts.ts'

/** A text put into the field from elsewhere; each object once. */
export interface OfferedText {
  readonly text: string
}

interface ComposerProps {
  /** Whose unsent text this is. */
  readonly draftName: string
  /** Resolves when the message is taken; a rejection puts the text back. */
  readonly onSend: (text: string) => Promise<void>
  /** Present while a run is open. */
  readonly onStop?: (() => void) | undefined
  readonly offered?: OfferedText | null
  readonly disabled?: boolean
  readonly placeholder?: string
}

/** A message that was not sent, before what was written since. */
export function draftMessage(message: string, written: string): string {
  return written.trim() === '' ? message : `${message}\n\n${written}`
}

/** Where a person writes: Enter sends, Shift-Enter makes a line, what is unsent is kept. */
export function Composer({
  draftName,
  onSend,
  onStop,
  offered = null,
  disabled = false,
  placeholder = 'Ask something…',
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(draftName) ?? '')
  const [sending, setSending] = useState(false)
  const latest = useRef(text)
  const area = useRef<HTMLTextAreaElement>(null)
  const blocked = disabled || sending || onStop !== undefined
  useEffect(() => {
    latest.current = readDraft(draftName) ?? ''
    setText(latest.current)
    // On a phone the keyboard would cover the page before anything was read.
    if (window.matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [draftName])
  function write(next: string): void {
    latest.current = next
    setText(next)
    keepDraft(draftName, next)
  }
  useEffect(() => {
    if (!offered) return
    const next = draftMessage(offered.text, latest.current)
    latest.current = next
    setText(next)
    keepDraft(draftName, next)
    area.current?.focus()
  }, [offered, draftName])
  async function send(): Promise<void> {
    const message = text.trim()
    if (message === '' || blocked) return
    setSending(true)
    write('')
    try {
      await onSend(message)
    } catch {
      write(draftMessage(message, latest.current))
    } finally {
      setSending(false)
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      data-page-foot
      className="flex items-end gap-2 rounded-xl border border-line-2 bg-surface p-2 shadow-low focus-within:border-accent focus-within:ring-1 focus-within:ring-accent"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={area}
        aria-label="Message"
        rows={1}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        className="field-sizing-content max-h-48 min-h-8 flex-1 resize-none bg-transparent px-2 py-1 text-base outline-none focus-visible:outline-none"
      />
      {onStop ? (
        <button
          type="button"
          onClick={onStop}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-md border border-line-2 px-3 text-xs font-medium hover:bg-hover"
        >
          <Square size={12} aria-hidden="true" fill="currentColor" /> Stop
        </button>
      ) : (
        <button
          type="submit"
          aria-label="Send"
          title="Send (Enter)"
          disabled={blocked || text.trim() === ''}
          className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent text-on-accent hover:bg-accent-hover disabled:bg-hover disabled:text-ink-3"
        >
          <ArrowUp size={17} aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
