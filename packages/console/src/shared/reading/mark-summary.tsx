import { useMemo } from 'react'
import { Notice } from '../design/notice.tsx'
import { countMarks } from './count-marks.ts'

interface MarkSummaryProps {
  readonly texts: readonly string[]
}

/** One line that counts what a reader would not see; nothing when all is as it looks. */
export function MarkSummary({ texts }: MarkSummaryProps) {
  return <MarkNotice words={useMarkWords(texts)} />
}

/** The same for words that were counted already. */
export function MarkNotice({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Notice tone="warn" title={`Look closely: ${words.join(', ')}`}>
      Each is named where it stands, in ⟨angle brackets⟩.
    </Notice>
  )
}

/** What is marked in the texts, counted and in words; counted again only when a text changes. */
export function useMarkWords(texts: readonly string[]): readonly string[] {
  const key = texts.join('\0')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are new with every render, their content is not
  return useMemo(() => countMarks(texts), [key])
}
