import { Page } from '../../components/panel.tsx'

export const ClustersView = () => <Page title="Clusters">{null}</Page>
