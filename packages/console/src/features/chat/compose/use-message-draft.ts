import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/browser/drafts.ts'

/** A text put into the field from elsewhere; each object once. */
export interface OfferedText {
  readonly text: string
}

interface MessageDraftOptions {
  readonly offered: OfferedText | null
  readonly area: RefObject<HTMLTextAreaElement | null>
}

/** A message that was not sent, before what was written since. */
export function draftMessage(message: string, written: string): string {
  return written.trim() === '' ? message : `${message}\n\n${written}`
}

/** The text of the field, which is kept until it is sent. */
export function useMessageDraft(draftName: string, { offered, area }: MessageDraftOptions) {
  const [text, setText] = useState(() => readDraft(draftName) ?? '')
  const latest = useRef(text)
  useEffect(() => {
    latest.current = readDraft(draftName) ?? ''
    setText(latest.current)
    // On a phone the keyboard would cover the page before anything was read.
    if (window.matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [draftName, area])
  useEffect(() => {
    if (!offered) return
    const next = draftMessage(offered.text, latest.current)
    latest.current = next
    setText(next)
    keepDraft(draftName, next)
    area.current?.focus()
  }, [offered, draftName, area])
  function write(next: string): void {
    latest.current = next
    setText(next)
    keepDraft(draftName, next)
  }
  return { text, latest, write }
}
