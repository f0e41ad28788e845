import { FileText, X } from 'lucide-react'

interface AttachedFilesProps {
  readonly names: readonly string[]
  readonly onLeaveOut: (name: string) => void
}

/** The files that the next message mentions. */
export function AttachedFiles({ names, onLeaveOut }: AttachedFilesProps) {
  if (names.length === 0) return null
  return (
    <ul aria-label="Files of this message" className="flex flex-wrap gap-1.5 px-1 pb-1.5">
      {names.map((name) => (
        <li
          key={name}
          className="flex h-7 max-w-full items-center gap-1.5 rounded-md bg-hover pl-2 text-xs pointer-coarse:h-9"
        >
          <FileText size={13} aria-hidden="true" className="shrink-0 text-ink-3" />
          <bdi className="truncate" title={name}>
            {name}
          </bdi>
          <button
            type="button"
            onClick={() => onLeaveOut(name)}
            aria-label={`Leave ${name} out of the message`}
            title="Leave out of the message. The file stays under Files."
            className="flex size-7 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink pointer-coarse:size-9"
          >
            <X size={13} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
