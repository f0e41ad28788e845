import { useMemo } from 'react'
import { Notice } from '../design/notice.tsx'
import { tallyWords } from './mark-tally.ts'

interface MarkSummaryProps {
  readonly texts: readonly string[]
  /** Where they are, as the end of a sentence: `in what it asks for`. */
  readonly where?: string
}

/** One line that counts what a reader would not see; nothing when all is as it looks. */
export function MarkSummary({ texts, where = 'in this text' }: MarkSummaryProps) {
  const key = texts.join('\0')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are new with every render, their content is not
  const words = useMemo(() => tallyWords(texts), [key])
  if (words.length === 0) return null
  return (
    <Notice tone="warn" title={`Look closely: ${words.join(', ')} ${where}`}>
      Each is named where it stands, in ⟨angle brackets⟩.
    </Notice>
  )
}
