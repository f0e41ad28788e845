import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/browser/drafts.ts'

const nameOf = (draftName: string) => `${draftName}.files`

/** Names of files that a message which is not sent yet is about. */
export function readAttachedNames(draftName: string): readonly string[] {
  return readDraft(nameOf(draftName))?.split('\n') ?? []
}

export function keepAttachedNames(draftName: string, names: readonly string[]): void {
  keepDraft(nameOf(draftName), names.join('\n'))
}

/** The same as state of the page; kept with the unsent text. */
export function useAttachedNames(draftName: string) {
  const [names, setNames] = useState(() => readAttachedNames(draftName))
  useEffect(() => setNames(readAttachedNames(draftName)), [draftName])
  function change(next: (names: readonly string[]) => readonly string[]): void {
    const changed = next(readAttachedNames(draftName))
    keepAttachedNames(draftName, changed)
    setNames(changed)
  }
  return {
    names,
    add: (more: readonly string[]) => change((kept) => [...new Set([...kept, ...more])]),
    leaveOut: (name: string) => change((kept) => kept.filter((one) => one !== name)),
    clear: () => change(() => []),
  }
}
