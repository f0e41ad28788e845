import type { SkillBody } from '@repertoire/protocol'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeftRight, GitCompare } from 'lucide-react'
import { skillQuery } from '../../../shared/api/queries.ts'
import { buttonClass } from '../../../shared/design/button.tsx'
import { Page } from '../../../shared/design/page.tsx'
import { EmptyPage, FailedQuery, Loading } from '../../../shared/design/states.tsx'
import { useMayWriteSkills } from '../../../shared/session/use-me.ts'
import { FileChangeList } from '../files/file-change-list.tsx'
import { ComparedSkill } from './compared-skill.tsx'
import { ComparedTexts } from './compared-texts.tsx'

const route = getRouteApi('/app/skills/compare')

/** Two skills side by side: what differs, what the second takes over from the first, and which of them goes. */
export function ComparePage() {
  const { from, to } = route.useSearch()
  if (from === undefined || to === undefined || from === to) return <NothingChosen />
  return <TwoSkills key={`${from} ${to}`} from={from} to={to} />
}

function NothingChosen() {
  return (
    <EmptyPage
      icon={<GitCompare size={20} />}
      title="Choose two skills to compare"
      action={
        <Link to="/skills" className={buttonClass('primary')}>
          Go to Skills
        </Link>
      }
    >
      Select two of them in the list, then press Compare.
    </EmptyPage>
  )
}

function TwoSkills({ from, to }: { readonly from: string; readonly to: string }) {
  const [one, other] = useQueries({ queries: [skillQuery(from), skillQuery(to)] })
  if (one.data && other.data) return <Comparison from={one.data} to={other.data} />
  const failed = [one, other].find(({ isError }) => isError)
  return (
    <Page title="Compare skills">
      {failed ? (
        <FailedQuery what="One of the two skills could not be read" query={failed} />
      ) : (
        <Loading rows={8} label="Loading both skills" />
      )}
    </Page>
  )
}

interface ComparisonProps {
  readonly from: SkillBody
  readonly to: SkillBody
}

function Comparison({ from, to }: ComparisonProps) {
  const writable = useMayWriteSkills(to.scope)
  return (
    <Page
      title="Compare skills"
      actions={
        <Link
          to="/skills/compare"
          search={{ from: to.id, to: from.id }}
          replace
          className={buttonClass()}
        >
          <ArrowLeftRight size={15} aria-hidden="true" /> Swap
        </Link>
      }
    >
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <ComparedSkill skill={from} color="Red" />
        <ComparedSkill skill={to} color="Green" />
      </div>
      <ComparedTexts from={from} to={to} writable={writable && to.archived_at === null} />
      <FileChangeList
        from={{ ...from, skillId: from.id, number: from.revision }}
        to={{ ...to, skillId: to.id, number: to.revision }}
      />
    </Page>
  )
}
