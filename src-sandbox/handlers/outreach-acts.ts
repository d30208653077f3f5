import { ServiceError } from '../service-error.ts'
import type { BrandOutreach } from '../state/outreach.ts'
import type { Handler, HandlerContext } from './handler.ts'

export const queue: Handler<'outreach.queue'> = ({ body }, context) => ownOf(context).outbox.queue(body, context.nowMs)

export const unqueue: Handler<'outreach.unqueue'> = ({ body }, context) =>
  ownOf(context).outbox.unqueue(body.conversationIds)

export const findPeople: Handler<'outreach.findPeople'> = ({ body }, context) =>
  ownOf(context).people.find(body, context.nowMs)

export const discover: Handler<'outreach.discover'> = (_request, context) => ownOf(context).discovery.run(context.nowMs)

const ownOf = ({ brand, outreach }: HandlerContext): BrandOutreach => {
  const own = outreach.of(brand)
  if (own === undefined) throw new ServiceError(400, 'configure the brand name and website first')
  return own
}
