import type { SkillBody } from '@repertoire/protocol'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { EditorTab } from '../../shared/api/search-params.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { ExecutionList } from '../executions/execution-list.tsx'
import { DetailsTab } from './details/details-tab.tsx'
import { FilesTab } from './files/files-tab.tsx'
import { InsightsTab } from './insights-tab.tsx'
import { ModelTab } from './model-tab.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { PackageEditor } from './package/package-editor.tsx'
import { RevisionsTab } from './revisions-tab.tsx'
import { RoutingTab } from './routing/routing-tab.tsx'
import type { viewAt } from './skill-views.ts'
import { TrustTab } from './trust/trust-tab.tsx'
import type { useSkillEditing } from './use-skill-editing.ts'
import { useSkillText } from './use-skill-text.ts'

interface SkillViewProps {
  readonly skill: SkillBody
  readonly view: ReturnType<typeof viewAt>
  readonly editing: ReturnType<typeof useSkillEditing>
  readonly writable: boolean
  readonly onShow: (view: EditorTab) => void
}

const route = getRouteApi('/app/skills/$id')

/** One view of a skill; all that show its text show it as it is in the editor. */
export function SkillView({ skill, view, editing, writable, onShow }: SkillViewProps) {
  const { file, revision } = route.useSearch()
  const navigate = useNavigate({ from: '/skills/$id' })
  const runs = useCan('conversations.use')
  const { loaded, body, characters } = useSkillText(editing.draft.source)
  return (
    <>
      {view === 'edit' && (
        <PackageEditor
          skill={skill}
          editing={editing}
          writable={writable}
          runs={runs}
          file={file ?? 'SKILL.md'}
          onFile={(path) =>
            void navigate({
              search: path === 'SKILL.md' ? { tab: 'edit' } : { tab: 'edit', file: path },
              replace: true,
            })
          }
        />
      )}
      {view === 'overview' && (
        <OverviewTab skill={skill} body={body} onSource={() => onShow('edit')} />
      )}
      {view === 'model' && (
        <ModelTab source={editing.draft.source} loaded={loaded} characters={characters} />
      )}
      {view === 'revisions' && (
        <RevisionsTab
          skill={skill}
          writable={writable}
          onEdit={(source) => {
            editing.edit({ source })
            onShow('edit')
          }}
        />
      )}
      {view === 'files' && (
        <FilesTab
          skill={skill}
          runs={runs}
          place={{ ...(file ? { file } : {}), ...(revision ? { revision } : {}) }}
          onPlace={(place) => void navigate({ search: { tab: 'files', ...place }, replace: true })}
        />
      )}
      {view === 'runs' && runs && (
        <ExecutionList
          skillId={skill.id}
          whenEmpty="Take “Run…” at a script under Edit, or let an agent run it."
        />
      )}
      {view === 'routing' && (
        <RoutingTab
          skill={skill}
          source={editing.draft.source}
          loaded={loaded}
          onSource={(source) => editing.edit({ source })}
          writable={writable}
        />
      )}
      {view === 'insights' && runs && <InsightsTab skill={skill} />}
      {view === 'trust' && <TrustTab skillId={skill.id} slug={skill.slug} />}
      {view === 'details' && <DetailsTab skill={skill} writable={writable} />}
    </>
  )
}
