import { useEffect, useRef, useState } from 'react'

interface ExecutionAnnouncerProps {
  readonly label: string
  /** How it ended; null while it is at work. */
  readonly ending: string | null
}

/** Tells a screen reader that it began and how it ended, never what it prints. */
export function ExecutionLiveRegion({ label, ending }: ExecutionAnnouncerProps) {
  // One that had ended before anybody looked is no news.
  const news = useRef(ending === null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (news.current) setWords(ending ?? `Running ${label}.`)
  }, [label, ending])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
