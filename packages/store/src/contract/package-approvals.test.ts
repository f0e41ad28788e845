import type { PackageApproval } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { ann, bob, forEveryStore } from './store-fixture.ts'

const approval: PackageApproval = {
  ...({ kind: 'python', digest: 'a'.repeat(64), packages: ['six==1.17.0'] } as const),
  ...{ approvedBy: ann, approvedAt: 5 },
}
const other = 'b'.repeat(64)

forEveryStore('package approvals', (fixture) => {
  test('C10: an approval holds for its digest and no other, and a second one changes nothing', async () => {
    const { packageApprovals } = await fixture.tenant()
    expect(await packageApprovals.approved([approval.digest])).toEqual(new Set())
    await packageApprovals.add(approval)
    await packageApprovals.add({ ...approval, approvedBy: bob })
    const found = await packageApprovals.approved([other, approval.digest])
    expect(found).toEqual(new Set([approval.digest]))
    expect(await packageApprovals.approved([])).toEqual(new Set())
  })

  test('C10: an approval holds for one organisation alone', async () => {
    const [one, two] = [await fixture.tenant(), await fixture.tenant()]
    await one.packageApprovals.add(approval)
    expect(await two.packageApprovals.approved([approval.digest])).toEqual(new Set())
    await two.packageApprovals.add({ ...approval, digest: other })
    expect(await one.packageApprovals.approved([other])).toEqual(new Set())
    const nobody = fixture.store.tenant('org_nowhere' as typeof one.tenantId)
    expect(await rejection(nobody.packageApprovals.add(approval))).toBe('tenant.not-found')
  })
})
