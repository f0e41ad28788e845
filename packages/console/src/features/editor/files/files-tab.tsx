import { Tabs } from '@base-ui/react/tabs'
import type { ManifestEntryBody, SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { revisionsQuery } from '../../../shared/api/queries.ts'
import { Choice } from '../../../shared/design/field.tsx'
import { formatBytes, plural } from '../../../shared/design/numbers.ts'
import { Failed } from '../../../shared/design/states.tsx'
import { FileTabList } from './file-tab-list.tsx'
import { buildTree } from './file-tree.ts'
import { FileView } from './file-view.tsx'
import { TreeView } from './tree-view.tsx'

interface FilesTabProps {
  readonly skill: SkillBody
  /** The person may run what the skill brings. */
  readonly runs: boolean
  /** As the address bar has them. */
  readonly place: FilesPlace
  readonly onPlace: (place: FilesPlace) => void
}

/** Which file of which revision is looked at: SKILL.md of the current one unless said. */
export interface FilesPlace {
  readonly file?: string
  readonly revision?: number
}

/** Every file of a revision: a tree, and a tab for each one opened. */
export function FilesTab({ skill, runs, place, onPlace }: FilesTabProps) {
  const revisions = useQuery(revisionsQuery(skill.id))
  const [opened, setOpened] = useState<readonly string[]>(['SKILL.md'])
  const takesFocus = useRef(false)
  const number = place.revision ?? skill.revision
  const shown = place.file ?? 'SKILL.md'
  const older = revisions.data?.items.find((one) => one.number === number)
  const revision = number === skill.revision ? skill : older
  const files = revision?.files ?? []
  const open = withShown(opened, shown).filter((path) => files.some((file) => file.path === path))
  const entry = files.find(({ path }) => path === shown)
  function show(file: string): void {
    setOpened(withShown(opened, file))
    onPlace({ ...place, file })
  }
  function close(path: string): void {
    const left = open.filter((one) => one !== path)
    setOpened(left)
    const at = open.indexOf(path)
    takesFocus.current = path === shown
    onPlace({ ...place, file: path === shown ? (left[Math.max(0, at - 1)] ?? 'SKILL.md') : shown })
  }
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <RevisionChoice
          numbers={revisions.data?.items.map((one) => one.number) ?? [skill.revision]}
          current={skill.revision}
          value={number}
          onChange={(next) => onPlace({ ...place, revision: next })}
        />
        <p className="text-xs text-ink-3">{total(files)}</p>
      </div>
      {revisions.isError && (
        <Failed what="Earlier revisions could not be read" error={revisions.error} />
      )}
      <div className="grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="card max-h-64 overflow-y-auto lg:max-h-[calc(62vh+2.75rem)]">
          <TreeView nodes={buildTree(files)} shown={shown} onOpen={show} />
        </div>
        <Tabs.Root
          value={shown}
          onValueChange={(next) => show(String(next))}
          className="card min-w-0 overflow-hidden"
        >
          <FileTabList paths={open} shown={shown} onClose={close} takesFocus={takesFocus} />
          {entry && revision ? (
            <Tabs.Panel value={shown} tabIndex={-1}>
              <FileView
                key={entry.sha256 + entry.path}
                address={{ skillId: skill.id, digest: revision.digest, entry }}
                runs={runs && number === skill.revision && skill.archived_at === null}
                onClose={open.length > 1 ? () => close(shown) : undefined}
              />
            </Tabs.Panel>
          ) : (
            <p className="px-4 py-10 text-center text-ink-2">
              {revision || !revisions.isPending
                ? `Revision ${number} has no file ${shown}.`
                : 'Looking for this revision…'}
            </p>
          )}
        </Tabs.Root>
      </div>
    </div>
  )
}

function withShown(opened: readonly string[], shown: string): readonly string[] {
  return opened.includes(shown) ? opened : [...opened, shown]
}

function total(files: readonly ManifestEntryBody[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const programs = files.filter(({ executable }) => executable).length
  const executable = programs > 0 ? `, ${programs} executable` : ''
  return `${plural(files.length, 'file')}${executable}, ${formatBytes(bytes)}`
}

interface RevisionChoiceProps {
  readonly numbers: readonly number[]
  readonly current: number
  readonly value: number
  readonly onChange: (revision: number) => void
}

function RevisionChoice({ numbers, current, value, onChange }: RevisionChoiceProps) {
  const options = [...new Set([value, ...numbers])]
    .sort((a, b) => b - a)
    .map((number) => ({
      value: String(number),
      label: `Revision ${number}${number === current ? ' (current)' : ''}`,
    }))
  return (
    <Choice
      label="Files of"
      value={String(value)}
      options={options}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
