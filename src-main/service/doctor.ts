import type { Brand } from '../../src-shared/desk/brands.ts'
import type { DoctorRow } from '../../src-shared/desk/service.ts'
import { OPERATION_NAMES, type OperationName, operations, type RequestOf } from '../../src-shared/service/operations.ts'
import { placeOf, type ServiceProfile } from '../../src-shared/service/profile.ts'
import { type Clock, toDay } from '../clock.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { sampleRequests } from './sample-requests.ts'

export type DoctorDeps = { readonly client: Pick<ServiceClient, 'probe'>; readonly clock: Clock }

const NOT_ASKED = { reachable: null, status: null, latencyMs: null, offered: true, problems: [] }
/** The service knows the request and says that it does not do this. */
const NOT_OFFERED_STATUS = 501

/** Asks each reading operation once; operations that change something are listed and left alone. */
export const examine = async (
  { client, clock }: DoctorDeps,
  { brand, profile }: { brand: Brand; profile: ServiceProfile },
): Promise<DoctorRow[]> => {
  const samples = sampleRequests(brand.teamId ?? brand.id, toDay(clock.now()))

  const ask = async <Name extends OperationName>(
    name: Name,
  ): Promise<Omit<DoctorRow, 'operation' | 'method' | 'path' | 'documented'>> => {
    const sample = samples[name]
    if (operations[name].safety !== 'read' || sample == null) return NOT_ASKED
    const request = sample as RequestOf<Name> // listed under its own name
    const { status, latencyMs, problems, isReachable } = await client.probe(name, request, { brandId: brand.id })
    const offered = status !== NOT_OFFERED_STATUS
    return { reachable: isReachable, status, latencyMs, offered, problems: offered ? problems : [] }
  }

  return Promise.all(
    OPERATION_NAMES.map(async (operation) => ({
      operation,
      ...placeOf(profile, operation),
      documented: operations[operation].documented,
      ...(await ask(operation)),
    })),
  )
}
