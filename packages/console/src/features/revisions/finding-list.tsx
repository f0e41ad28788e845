import type { ScanFindingBody, TrustReportBody } from '@repertoire/protocol'
import { CircleCheck } from 'lucide-react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { severityLabels } from './revision-labels.ts'
import { SuppressFinding, type SuppressionSubject } from './suppress-finding.tsx'
import { SuppressedList } from './suppressed-list.tsx'

interface FindingListProps {
  readonly report: TrustReportBody
  /** Given: a place can be gone to. */
  readonly onShow?: (path: string) => void
  /** Given: its findings can be suppressed. */
  readonly subject?: SuppressionSubject
}

/** What the scan found, where, what an attacker would do with it, and how its author mends it. */
export function FindingList({ report, onShow, subject }: FindingListProps) {
  const { findings, unscanned, suppressed } = report
  return (
    <div className="flex flex-col gap-3">
      {unscanned.length > 0 && (
        <Notice tone="warn" title={`${plural(unscanned.length, 'file')} could not be scanned`}>
          <ul>
            {unscanned.map(({ path, reason }) => (
              <li key={path}>
                <span className="font-mono">
                  <MarkedText text={path} />
                </span>
                : {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {findings.length === 0 && unscanned.length === 0 && (
        <p className="flex items-center gap-2 text-xs text-ink-2">
          <CircleCheck size={14} aria-hidden="true" className="text-good" /> The scan found nothing
          {suppressed.length > 0 && ' else'}.
        </p>
      )}
      {findings.length > 0 && (
        <ul aria-label="Findings" className="card divide-y divide-line">
          {findings.map((finding) => (
            <Finding
              key={`${finding.rule} ${finding.path} ${finding.line} ${finding.column}`}
              finding={finding}
              {...(onShow && { onShow })}
              {...(subject && { subject })}
            />
          ))}
        </ul>
      )}
      <SuppressedList report={report} />
      <p className="text-xs text-ink-3">Rules of version {report.ruleset}</p>
    </div>
  )
}

interface FindingProps extends Pick<FindingListProps, 'onShow' | 'subject'> {
  readonly finding: ScanFindingBody
}

export function Finding({ finding, onShow, subject }: FindingProps) {
  const { rule, severity, scanner_severity: own, path, line, excerpt } = finding
  const { message, attack, fix } = finding
  const { text, tone } = severityLabels[severity]
  const place = `${path}:${line}`
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-xs [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{text}</Badge>
        <span className="font-medium text-sm">{message}</span>
        <span className="font-mono text-xs text-ink-3">{rule}</span>
        {own !== severity && (
          <span className="text-ink-3">
            The scanner says {severityLabels[own].text.toLowerCase()}
          </span>
        )}
      </p>
      <p>
        {onShow ? (
          <button
            type="button"
            onClick={() => onShow(path)}
            className="min-h-6 font-mono underline underline-offset-2"
          >
            <MarkedText text={place} />
          </button>
        ) : (
          <span className="font-mono">
            <MarkedText text={place} />
          </span>
        )}
      </p>
      {excerpt && (
        <pre className="whitespace-pre-wrap [overflow-wrap:anywhere] rounded-md bg-inset px-2 py-1 font-mono">
          <MarkedText text={excerpt} />
        </pre>
      )}
      <p className="text-ink-2">{attack}</p>
      <p className="text-ink-3">To mend it: {fix}</p>
      {subject && <SuppressFinding finding={finding} subject={subject} />}
    </li>
  )
}
