import type { Connection } from '@temporalio/client'
import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common'
import { sha256 } from '../../../platform/system/system-ports.ts'
import type { RunReference } from '../runs/run-worker.ts'

/** What Temporal keeps of a run in the clear, for an operator who looks for workflows. */
const keys = {
  organisation: defineSearchAttributeKey('RepertoireOrganisation', 'KEYWORD'),
  run: defineSearchAttributeKey('RepertoireRun', 'KEYWORD'),
}

const names: readonly string[] = Object.values(keys).map(({ name }) => name)

/** `INDEXED_VALUE_TYPE_KEYWORD` of Temporal's API. */
const keyword = 2

/** Those of ours that the namespace has. None where Temporal does not say: a hosted one may refuse to. */
export async function registeredSearchAttributes(
  { operatorService }: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<ReadonlySet<string>> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
    return new Set(names.filter((name) => customAttributes[name] === keyword))
  } catch {
    return new Set()
  }
}

export const missingSearchAttributes = (registered: ReadonlySet<string>): readonly string[] =>
  names.filter((name) => !registered.has(name))

/** Those that the namespace has registered. Temporal never encrypts them, so that they hold no id and no text. */
export function searchAttributesOf(
  { tenantId, startedBy }: RunReference,
  registered: ReadonlySet<string>,
): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [
    { key: keys.organisation, value: organisationHashOf(tenantId) },
    ...(startedBy === undefined ? [] : [{ key: keys.run, value: startedBy }]),
  ]
  return pairs.filter(({ key }) => registered.has(key.name))
}

/** One for each organisation, and not its id. */
export const organisationHashOf = (tenantId: string): string => sha256(tenantId).slice(0, 16)
