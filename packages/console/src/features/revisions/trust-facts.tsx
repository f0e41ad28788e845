import type { TrustReportBody } from '@repertoire/protocol'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { licenceLabel, signatureLabel, verdictLabels } from './revision-labels.ts'

/** Licence and signature of a content, each with the evidence. */
export function TrustFacts({ report }: { readonly report: TrustReportBody }) {
  const { licence, signature } = report
  const licenceBadge = licenceLabel(licence.expression, licence.decision)
  const signatureBadge = signatureLabel(signature.status)
  return (
    <dl className="card divide-y divide-line">
      <Row label="Scan">
        <Badge tone={verdictLabels[report.verdict].tone}>
          {verdictLabels[report.verdict].text}
        </Badge>
        {report.lifted && (
          <p className="mt-1 text-xs text-ink-2">
            Lifted by {report.lifted.by_name ?? 'a former member'}{' '}
            <Timestamp at={report.lifted.at} />: {report.lifted.reason}
          </p>
        )}
      </Row>
      <Row label="Licence">
        <Badge tone={licenceBadge.tone}>{licenceBadge.text}</Badge>
        <p className="mt-1 text-xs text-ink-2">{licence.reason}</p>
        {licence.evidence.length > 0 && (
          <ul aria-label="Evidence of the licence" className="mt-1 text-xs text-ink-3">
            {licence.evidence.map(({ path, kind, expression, score }) => (
              <li key={`${path} ${kind}`}>
                <span className="font-mono">
                  <MarkedText text={path} />
                </span>
                : {expression ?? 'not recognised'}
                {kind === 'file' && ` (${Math.round(score * 100)} % alike)`}
              </li>
            ))}
          </ul>
        )}
      </Row>
      <Row label="Signature">
        <Badge tone={signatureBadge.tone}>{signatureBadge.text}</Badge>{' '}
        {signature.signer && <MarkedText text={signature.signer} />}
        <p className="mt-1 text-xs text-ink-2">
          <MarkedText text={signature.detail} />
        </p>
      </Row>
    </dl>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-2 sm:grid-cols-[8rem_1fr]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
