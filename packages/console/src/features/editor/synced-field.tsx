import { type ReactNode, useEffect, useState } from 'react'
import { TextArea, TextField } from '../../shared/design/field.tsx'

interface SyncedFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly value: string
  /** What a typed text comes to; a field that means the same as the text is left as typed. */
  readonly normalise: (text: string) => string
  readonly onChange: (text: string) => void
  readonly long?: boolean
  readonly mono?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
}

/** A field tied to the text beside it: follows it, and never fights the person who types. */
export function SyncedField({ value, normalise, onChange, long, mono, ...rest }: SyncedFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    setTyped((now) => (normalise(now) === value ? now : value))
  }, [value, normalise])
  function change(text: string): void {
    setTyped(text)
    onChange(normalise(text))
  }
  return long ? (
    <TextArea {...rest} rows={4} value={typed} onChange={(event) => change(event.target.value)} />
  ) : (
    <TextField
      {...rest}
      mono={mono ?? false}
      value={typed}
      onChange={(event) => change(event.target.value)}
    />
  )
}
