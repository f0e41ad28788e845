import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { preload } from '../../shared/api/preload.ts'
import { keepHeight } from '../../shared/browser/keep-height.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { AttachButton } from './compose/attach-button.tsx'
import { AttachedFiles } from './compose/attached-files.tsx'
import { type ComposerParts, mentionFiles } from './compose/composer-parts.ts'
import { loadSkillPicker, SkillPicker } from './compose/skill-picker.tsx'
import { useFileDrop } from './compose/use-file-drop.ts'
import { draftMessage, type OfferedText, useMessageDraft } from './compose/use-message-draft.ts'

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
  /** Skills and files to bring along. */
  readonly parts?: ComposerParts
}

/** Where a person writes: Enter sends, Shift-Enter makes a line, a slash chooses a skill, what is unsent is kept. */
export function Composer({
  draftName,
  onSend,
  onStop,
  offered = null,
  disabled = false,
  placeholder = 'Ask something…',
  parts,
}: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => (form.current ? keepHeight('--composer', form.current) : undefined), [])
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, latest, write } = useMessageDraft(draftName, { offered, area })
  const { over, dropTarget } = useFileDrop(parts?.files.onTake)
  const [sending, setSending] = useState(false)
  const [picking, setPicking] = useState(false)
  const names = parts?.files.names ?? []
  const message = mentionFiles(text.trim(), names)
  const blocked = disabled || sending || parts?.files.busy === true || onStop !== undefined
  const canPick = parts !== undefined
  useEffect(() => (canPick ? preload(loadSkillPicker) : undefined), [canPick])
  async function send(): Promise<void> {
    if (message === '' || blocked) return
    setSending(true)
    write('')
    parts?.files.onSent()
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
  function onChange(next: string): void {
    if (canPick && next === '/' && text === '') setPicking(true)
    else write(next)
  }
  return (
    <form
      ref={form}
      data-page-foot
      {...dropTarget}
      className={classNames(
        'rounded-xl border border-line-2 bg-surface p-2 shadow-low focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
        over && 'border-accent bg-accent-soft',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <AttachedFiles names={names} onLeaveOut={(name) => parts?.files.onLeaveOut(name)} />
      <div className="flex items-end gap-2">
        {parts && <AttachButton busy={parts.files.busy} onChosen={parts.files.onTake} />}
        <textarea
          ref={area}
          aria-label="Message"
          rows={1}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={over ? 'Drop the files to attach them' : placeholder}
          className="field-sizing-content max-h-48 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-base outline-none focus-visible:outline-none"
        />
        {onStop ? <StopButton onStop={onStop} /> : <SendButton disabled={blocked || !message} />}
      </div>
      {parts && picking && (
        <SkillPicker
          composer={form}
          field={area}
          active={parts.skills.active}
          onChoose={(skill) => {
            setPicking(false)
            parts.skills.onChoose(skill)
          }}
          onClose={(written) => {
            setPicking(false)
            write(written)
          }}
        />
      )}
      {parts?.dialog}
    </form>
  )
}

function StopButton({ onStop }: { readonly onStop: () => void }) {
  return (
    <button
      type="button"
      onClick={onStop}
      className="flex h-8 shrink-0 items-center gap-1.5 rounded-md border border-line-2 px-3 text-xs font-medium hover:bg-hover"
    >
      <Square size={12} aria-hidden="true" fill="currentColor" /> Stop
    </button>
  )
}

function SendButton({ disabled }: { readonly disabled: boolean }) {
  return (
    <button
      type="submit"
      aria-label="Send"
      title="Send (Enter)"
      disabled={disabled}
      className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent text-on-accent hover:bg-accent-hover disabled:bg-hover disabled:text-ink-3"
    >
      <ArrowUp size={17} aria-hidden="true" />
    </button>
  )
}
