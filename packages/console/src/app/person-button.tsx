import { renderAnnotations } from '@repertoire/skill-md/text'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { MarkedText } from '../shared/design/marked-text.tsx'
import { useMe } from '../shared/session/use-me.ts'
import { initialsOf } from './initials.ts'

/** Who is signed in, as the button that opens what is theirs. */
export function PersonButton(props: ComponentProps<'button'>) {
  const { member } = useMe()
  return (
    <button
      type="button"
      {...props}
      className="flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover data-[popup-open]:bg-hover"
    >
      <span
        aria-hidden="true"
        className="flex size-[22px] shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
      >
        {initialsOf(member.name)}
      </span>
      <span className="min-w-0 flex-1 truncate" title={renderAnnotations(member.name)}>
        <MarkedText text={member.name} />
        <span className="sr-only">: theme, account, sign out</span>
      </span>
      <ChevronsUpDown size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  )
}
