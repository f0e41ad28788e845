import { useState } from 'react'
import { TextArea } from './field.tsx'

interface LinesFieldProps {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly rows?: number
  readonly disabled: boolean
  readonly lines: readonly string[]
  readonly onChange: (lines: string[]) => void
}

/** A list that is written an entry a line. */
export function LinesField({ lines, onChange, rows = 4, ...rest }: LinesFieldProps) {
  const [typed, setTyped] = useState('')
  // What is being typed keeps its empty lines, until the list comes from elsewhere.
  const text = sameLines(linesOf(typed), lines) ? typed : lines.join('\n')
  return (
    <TextArea
      {...rest}
      rows={rows}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(linesOf(target.value))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at])
}
