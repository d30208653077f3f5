import { DEFAULT_ROLES, SUGGESTED_ROLES } from '../seed/people.ts'
import { ServiceError } from '../service-error.ts'
import { type BrandOutreach, NOTHING_RUNS } from '../state/outreach.ts'
import type { HandlerContext, HandlersOf } from './handler.ts'
import { pageOf } from './paging.ts'

const ownOf = ({ brand, outreach }: HandlerContext): BrandOutreach => {
  const own = outreach.of(brand)
  if (own === undefined) throw new ServiceError(400, 'configure the brand name and website first')
  return own
}

export const outreachHandlers: HandlersOf<'outreach'> = {
  'outreach.queue': ({ body }, context) => ownOf(context).outbox.queue(body, context.nowMs),
  'outreach.unqueue': ({ body }, context) => ownOf(context).outbox.unqueue(body.conversationIds),
  'outreach.findPeople': ({ body }, context) => ownOf(context).people.find(body, context.nowMs),
  'outreach.discover': (_request, context) => ownOf(context).discovery.run(context.nowMs),
  'outreach.peopleSearchTerms': () => ({ suggested: [...SUGGESTED_ROLES], defaults: [...DEFAULT_ROLES] }),
  'outreach.prospects': ({ query }, { brand, outreach, nowMs, pageSize }) => {
    const own = outreach.of(brand)
    const statuses = own?.discovery.look(nowMs) ?? NOTHING_RUNS
    return { ...pageOf(own?.prospects() ?? [], query.cursor, pageSize), ...statuses }
  },
  'outreach.contacts': ({ query }, { brand, outreach, pageSize }) =>
    pageOf(outreach.of(brand)?.people.contacts() ?? [], query.cursor, pageSize),
  'outreach.outbox': ({ query }, { brand, outreach, pageSize }) =>
    pageOf(outreach.of(brand)?.outbox.rows() ?? [], query.cursor, pageSize),
  'outreach.sendingAccounts': ({ query }, { brand, outreach, pageSize }) =>
    pageOf([...(outreach.of(brand)?.mailboxes ?? [])], query.cursor, pageSize),
}
