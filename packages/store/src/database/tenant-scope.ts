import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type MergeQueryNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  type RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import type { Placeholder } from './prepared-query.ts'
import { tenantColumns } from './schema.ts'

/**
 * Confines every query to one tenant. It adds `tenant_id = …` to each table a query names, also in joins and
 * subqueries, and to each row it inserts. It rejects what it cannot confine, so a query that forgets the tenant
 * cannot run.
 */
export function tenantScope(tenantId: string | Placeholder): KyselyPlugin {
  const transformer = new TenantScopeTransformer(tenantId)
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class TenantScopeTransformer extends OperationNodeTransformer {
  readonly #tenantId: string | Placeholder

  constructor(tenantId: string | Placeholder) {
    super()
    this.#tenantId = tenantId
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    const scoped = super.transformSelectQuery(node, id)
    const filters = (scoped.from?.froms ?? []).flatMap((from) => this.#filters(from))
    return { ...scoped, ...withFilters(scoped.where, filters) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, id?: QueryId): UpdateQueryNode {
    const scoped = super.transformUpdateQuery(node, id)
    if (!scoped.table || scoped.from) throw unscoped('update … from')
    if (scoped.updates?.some(movesTenant)) throw unscoped('an update of tenant_id')
    return { ...scoped, ...withFilters(scoped.where, this.#filters(scoped.table)) }
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, id?: QueryId): DeleteQueryNode {
    const scoped = super.transformDeleteQuery(node, id)
    if (scoped.using) throw unscoped('delete … using')
    const filters = scoped.from.froms.flatMap((from) => this.#filters(from))
    return { ...scoped, ...withFilters(scoped.where, filters) }
  }

  protected override transformJoin(node: JoinNode, id?: QueryId): JoinNode {
    const scoped = super.transformJoin(node, id)
    if (!scoped.on) throw unscoped('a join without a condition')
    return { ...scoped, on: OnNode.create(all([scoped.on.on, ...this.#filters(scoped.table)])) }
  }

  protected override transformInsertQuery(node: InsertQueryNode, id?: QueryId): InsertQueryNode {
    const scoped = super.transformInsertQuery(node, id)
    const table = scoped.into?.table.identifier.name ?? ''
    if (tenantColumn(table) !== 'tenant_id') throw unscoped(`insert into ${table}`)
    if (!scoped.columns || !scoped.values || !ValuesNode.is(scoped.values)) {
      throw unscoped('an insert without values')
    }
    if (scoped.columns.some((column) => column.column.name === 'tenant_id')) {
      throw unscoped('an insert that names tenant_id')
    }
    const rows = scoped.values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([...row.values, this.#tenantId])
        : ValueListNode.create([...row.values, ValueNode.create(this.#tenantId)]),
    )
    const columns = [...scoped.columns, ColumnNode.create('tenant_id')]
    return { ...scoped, columns, values: ValuesNode.create(rows) }
  }

  protected override transformMergeQuery(_node: MergeQueryNode): MergeQueryNode {
    throw unscoped('merge')
  }

  /** Raw fragments may hold expressions only; a table named in one would escape the scope. */
  protected override transformRaw(node: RawNode, id?: QueryId): RawNode {
    const scoped = super.transformRaw(node, id)
    const text = scoped.sqlFragments.join(' ? ')
    if (/\b(from|join|into|update|table)\b/i.test(text) || scoped.parameters.some(TableNode.is)) {
      throw unscoped(`raw SQL "${text}"`)
    }
    return scoped
  }

  /** A subquery used as a table is confined already. */
  #filters(source: OperationNode): OperationNode[] {
    const inner = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(inner)) return []
    const name = inner.table.identifier.name
    const column = tenantColumn(name)
    const alias = AliasNode.is(source) ? source.alias : inner.table.identifier
    if (!IdentifierNode.is(alias)) throw unscoped(`an alias of ${name}`)
    const table = TableNode.create(alias.name)
    return [
      BinaryOperationNode.create(
        ReferenceNode.create(ColumnNode.create(column), table),
        OperatorNode.create('='),
        ValueNode.create(this.#tenantId),
      ),
    ]
  }
}

function tenantColumn(table: string): 'id' | 'tenant_id' {
  if (!Object.hasOwn(tenantColumns, table)) throw unscoped(`table "${table}"`)
  return tenantColumns[table as keyof typeof tenantColumns]
}

function movesTenant({ column }: ColumnUpdateNode): boolean {
  return !ColumnNode.is(column) || column.column.name === 'tenant_id'
}

function withFilters(
  where: WhereNode | undefined,
  filters: readonly OperationNode[],
): { where?: WhereNode } {
  const parts = where ? [where.where, ...filters] : filters
  return parts.length === 0 ? {} : { where: WhereNode.create(all(parts)) }
}

/** Each part gets parentheses, so that `a or b`, also within `c and a or b`, does not swallow the filter after it. */
function all(parts: readonly OperationNode[]): OperationNode {
  const [first, ...rest] = parts.map(enclosed)
  if (!first) throw unscoped('an empty condition')
  return rest.reduce((left, right) => AndNode.create(left, right), first)
}

function enclosed(part: OperationNode): OperationNode {
  const canHoldOr = OrNode.is(part) || AndNode.is(part) || part.kind === 'RawNode'
  return canHoldOr ? ParensNode.create(part) : part
}

function unscoped(what: string): Error {
  return new Error(`Not confined to one tenant: ${what}.`)
}
