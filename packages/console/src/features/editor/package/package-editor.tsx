import type { SkillBody } from '@repertoire/protocol'
import { lazy, Suspense, useState } from 'react'
import { Loading } from '../../../shared/design/states.tsx'
import { PreviewTab } from '../../../shared/reading/preview-tab.tsx'
import { CodeEditor } from '../code-editor.tsx'
import { fileKind } from '../files/file-kind.ts'
import { buildTree } from '../files/file-tree.ts'
import { bodyOf, FileContent } from '../files/file-view.tsx'
import { TreeView } from '../files/tree-view.tsx'
import { SkillFields } from '../skill-fields.tsx'
import { SkillMdPane } from '../skill-md-pane.tsx'
import type { useSkillEditing } from '../use-skill-editing.ts'
import { useSkillText } from '../use-skill-text.ts'
import { EditorHeader, type SideView } from './editor-header.tsx'
import { useFileText, withLineEndsOf } from './file-text.ts'

const TryPanel = lazy(() =>
  import('./try-panel.tsx').then(({ TryPanel }) => ({ default: TryPanel })),
)

interface PackageEditorProps {
  readonly skill: SkillBody
  readonly editing: ReturnType<typeof useSkillEditing>
  readonly writable: boolean
  /** This person may hold conversations and run scripts. */
  readonly runs: boolean
  /** Path of the file that is edited. */
  readonly file: string
  readonly onFile: (path: string) => void
}

/** The files of a skill as a tree, one of them as text, and beside it fields, preview or a trial. */
export function PackageEditor(props: PackageEditorProps) {
  const { skill, editing, runs, onFile } = props
  const [side, setSide] = useState<SideView | null>('fields')
  const entry =
    skill.files.find(({ path }) => path === props.file) ??
    skill.files.find(({ path }) => path === 'SKILL.md')
  if (!entry) return null
  const isSkillMd = entry.path === 'SKILL.md'
  const sides = sidesOf({ isSkillMd, isMarkdown: fileKind(entry) === 'markdown', runs })
  const shownSide = side !== null && sides.includes(side) ? side : null
  const edited = new Set(editing.draft.files.map(({ path }) => path))
  if (editing.draft.source !== skill.content) edited.add('SKILL.md')
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 lg:min-h-96 lg:flex-row lg:gap-4">
      <div className="card max-h-48 shrink-0 overflow-y-auto lg:max-h-none lg:w-[220px]">
        <TreeView
          nodes={buildTree(skill.files)}
          shown={entry.path}
          onOpen={onFile}
          edited={edited}
        />
      </div>
      <section
        aria-label={entry.path}
        className="card flex min-h-[60vh] min-w-0 flex-1 flex-col overflow-hidden lg:min-h-0"
      >
        <EditorHeader
          address={{ skillId: skill.id, digest: skill.digest, entry }}
          edited={edited.has(entry.path)}
          runs={runs && skill.archived_at === null}
          sides={sides}
          side={shownSide}
          onSide={setSide}
        />
        {isSkillMd ? (
          <SkillMd {...props} />
        ) : (
          <BesideFile key={entry.path} {...props} entry={entry} />
        )}
      </section>
      {shownSide !== null && (
        <aside
          aria-label={sideNames[shownSide]}
          className={
            shownSide === 'fields'
              ? 'shrink-0 overflow-y-auto lg:w-72'
              : 'flex min-w-0 flex-col overflow-y-auto lg:w-[42%] lg:shrink-0'
          }
        >
          {shownSide === 'fields' && <Fields {...props} />}
          {shownSide === 'preview' && (
            <Preview {...props} entry={entry} onSource={() => setSide(null)} />
          )}
          {shownSide === 'try' && (
            <Suspense fallback={<Loading label="Loading the trial" />}>
              <TryPanel skill={skill} changed={editing.changed} />
            </Suspense>
          )}
        </aside>
      )}
    </div>
  )
}

const sideNames: Readonly<Record<SideView, string>> = {
  fields: 'Fields of the skill',
  preview: 'Preview',
  try: 'Try it',
}

function sidesOf(file: {
  readonly isSkillMd: boolean
  readonly isMarkdown: boolean
  readonly runs: boolean
}): readonly SideView[] {
  return [
    ...(file.isSkillMd ? (['fields'] as const) : []),
    ...(file.isMarkdown ? (['preview'] as const) : []),
    ...(file.runs ? (['try'] as const) : []),
  ]
}

function SkillMd({ editing, writable }: PackageEditorProps) {
  const { loaded, advice, characters } = useSkillText(editing.draft.source)
  return (
    <SkillMdPane
      fills
      source={editing.draft.source}
      remarks={[...loaded.diagnostics, ...advice]}
      characters={characters}
      writable={writable}
      onSource={(source) => editing.edit({ source })}
    />
  )
}

function Fields({ skill, editing, writable }: PackageEditorProps) {
  const { source, enabled } = editing.draft
  const { loaded } = useSkillText(source)
  return (
    <SkillFields
      source={source}
      loaded={loaded}
      onSource={(next) => editing.edit({ source: next })}
      enabled={enabled}
      onEnabled={(next) => editing.edit({ enabled: next })}
      scope={skill.scope}
      knownSlug={skill.slug}
      disabled={!writable}
    />
  )
}

interface FileProps extends PackageEditorProps {
  readonly entry: SkillBody['files'][number]
}

/** A file other than SKILL.md: text to write in, all else to look at. */
function BesideFile({ skill, editing, writable, entry }: FileProps) {
  const address = { skillId: skill.id, digest: skill.digest, entry }
  const saved = useFileText(address)
  const { path, sha256 } = entry
  const draft = editing.draft.files.find((file) => file.path === path)
  if (saved === null) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <FileContent address={address} rendered={false} onSource={() => {}} />
      </div>
    )
  }
  return (
    <div className="min-h-0 flex-1">
      <CodeEditor
        label={path}
        value={draft?.text ?? saved}
        readOnly={!writable}
        onChange={(text) =>
          editing.editFile(
            { path, text: withLineEndsOf(saved, text), base: draft?.base ?? sha256 },
            saved,
          )
        }
      />
    </div>
  )
}

function Preview({
  skill,
  editing,
  entry,
  onSource,
}: FileProps & { readonly onSource: () => void }) {
  const saved = useFileText({ skillId: skill.id, digest: skill.digest, entry })
  const isSkillMd = entry.path === 'SKILL.md'
  const draft = editing.draft.files.find(({ path }) => path === entry.path)?.text
  const text = isSkillMd ? editing.draft.source : (draft ?? saved ?? '')
  const body = bodyOf(entry.path, text)
  return <PreviewTab body={body} frontmatter={body !== text} onSource={onSource} />
}
