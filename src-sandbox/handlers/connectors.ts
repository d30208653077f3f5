import { ServiceError } from '../service-error.ts'
import type { Handler, HandlerContext } from './handler.ts'

const assertCanManage = ({ brand, connectors }: HandlerContext): void => {
  if (connectors.canManage(brand)) return
  throw new ServiceError(403, 'only an admin or owner of the team may change connector permissions')
}

export const getCatalog: Handler<'connectors.catalog'> = (_request, { brand, connectors }) =>
  connectors.catalogOf(brand)

export const updatePermissions: Handler<'connectors.update'> = ({ body }, context) => {
  const { brand, connectors } = context
  assertCanManage(context)
  connectors.update(brand, body.permissions)
  return connectors.catalogOf(brand)
}

export const setSync: Handler<'connectors.setSync'> = ({ body }, context) => {
  const { brand, connectors } = context
  assertCanManage(context)
  connectors.setSync(brand, body.enabled)
  return connectors.catalogOf(brand)
}
