//! Alerts and advisories.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Order, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        get_code_scanning_alert,
        list_code_scanning_alerts,
        get_dependabot_alert,
        list_dependabot_alerts,
        get_secret_scanning_alert,
        list_secret_scanning_alerts,
        get_global_security_advisory,
        list_global_security_advisories,
        list_repository_security_advisories,
        list_org_repository_security_advisories
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListCodeScanningAlertsSeverity {
    Critical,
    High,
    Medium,
    Low,
    Warning,
    Note,
    Error,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListCodeScanningAlertsState {
    Open,
    Closed,
    Dismissed,
    Fixed,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListDependabotAlertsSeverity {
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ListDependabotAlertsState {
    Open,
    Fixed,
    Dismissed,
    AutoDismissed,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ListSecretScanningAlertsResolution {
    FalsePositive,
    WontFix,
    Revoked,
    PatternEdited,
    PatternDeleted,
    UsedInTests,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListSecretScanningAlertsState {
    Open,
    Resolved,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Ecosystem {
    Actions,
    Composer,
    Erlang,
    Go,
    Maven,
    Npm,
    Nuget,
    Other,
    Pip,
    Pub,
    Rubygems,
    Rust,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListGlobalSecurityAdvisoriesSeverity {
    Unknown,
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListGlobalSecurityAdvisoriesType {
    Reviewed,
    Malware,
    Unreviewed,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AdvisorySort {
    Created,
    Updated,
    Published,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AdvisoryState {
    Triage,
    Draft,
    Published,
    Closed,
}

/// Reads a code scanning alert.
#[mcp_tool(title = "Get code scanning alert", read_only, idempotent = false)]
fn get_code_scanning_alert(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the alert
    #[arg(rename = "alertNumber")]
    alert_number: u64,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/code-scanning/alerts/{alert_number}"),
        json!({}),
    )
}

/// Lists code scanning alerts.
#[mcp_tool(title = "List code scanning alerts", read_only, idempotent = false)]
fn list_code_scanning_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Branch, tag or commit
    r#ref: Option<String>,
    /// How bad
    severity: Option<ListCodeScanningAlertsSeverity>,
    /// State
    #[arg(default = ListCodeScanningAlertsState::Open)]
    state: ListCodeScanningAlertsState,
    /// Name of the code scanning tool
    tool_name: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", &format!("{repository}/code-scanning/alerts"), json!({ "ref": r#ref, "severity": severity, "state": state, "tool_name": tool_name, "page": page }))
}

/// Reads a Dependabot alert.
#[mcp_tool(title = "Get dependabot alert", read_only, idempotent = false)]
fn get_dependabot_alert(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the alert
    #[arg(rename = "alertNumber")]
    alert_number: u64,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/dependabot/alerts/{alert_number}"),
        json!({}),
    )
}

/// Lists Dependabot alerts.
#[mcp_tool(title = "List dependabot alerts", read_only, idempotent = false)]
fn list_dependabot_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Cursor from the previous page
    after: Option<String>,
    /// Number of items per page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
    /// How bad
    severity: Option<ListDependabotAlertsSeverity>,
    /// State
    #[arg(default = ListDependabotAlertsState::Open)]
    state: ListDependabotAlertsState,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/dependabot/alerts"),
        json!({ "after": after, "per_page": per_page, "severity": severity, "state": state }),
    )
}

/// Reads a secret scanning alert.
#[mcp_tool(title = "Get secret scanning alert", read_only, idempotent = false)]
fn get_secret_scanning_alert(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the alert
    #[arg(rename = "alertNumber")]
    alert_number: u64,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/secret-scanning/alerts/{alert_number}"),
        json!({}),
    )
}

/// Lists secret scanning alerts.
#[mcp_tool(title = "List secret scanning alerts", read_only, idempotent = false)]
fn list_secret_scanning_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Resolution
    resolution: Option<ListSecretScanningAlertsResolution>,
    /// Kinds of secrets
    secret_type: Option<String>,
    /// State
    state: Option<ListSecretScanningAlertsState>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", &format!("{repository}/secret-scanning/alerts"), json!({ "resolution": resolution, "secret_type": secret_type, "state": state, "page": page }))
}

/// Reads an advisory.
#[mcp_tool(
    title = "Get a global security advisory",
    read_only,
    idempotent = false
)]
fn get_global_security_advisory(
    #[state] api: &Api,
    /// Id of the advisory, such as `GHSA-xxxx-xxxx-xxxx`
    #[arg(rename = "ghsaId")]
    ghsa_id: String,
) -> Answer {
    api.send("GET", &format!("/advisories/{ghsa_id}"), json!({}))
}

/// Lists advisories of all projects.
#[mcp_tool(
    title = "List global security advisories",
    read_only,
    idempotent = false
)]
fn list_global_security_advisories(
    #[state] api: &Api,
    /// Affected packages, such as `serde@1.0`
    affects: Option<String>,
    /// CVE id
    #[arg(rename = "cveId")]
    cve_id: Option<String>,
    /// Kinds of weakness
    cwes: Option<Vec<String>>,
    /// Ecosystem of the affected packages
    ecosystem: Option<Ecosystem>,
    /// Id of the advisory, such as `GHSA-xxxx-xxxx-xxxx`
    #[arg(rename = "ghsaId")]
    ghsa_id: Option<String>,
    /// Withdrawn advisories
    #[arg(rename = "isWithdrawn")]
    is_withdrawn: Option<bool>,
    /// Only advisories published or last updated at this time
    modified: Option<String>,
    /// Time of publication
    published: Option<String>,
    /// How bad
    severity: Option<ListGlobalSecurityAdvisoriesSeverity>,
    /// Which type
    #[arg(default = ListGlobalSecurityAdvisoriesType::Reviewed)]
    r#type: ListGlobalSecurityAdvisoriesType,
    /// Time of the last update
    updated: Option<String>,
) -> Answer {
    api.send("GET", "/advisories", json!({ "affects": affects, "cve_id": cve_id, "cwes": cwes, "ecosystem": ecosystem, "ghsa_id": ghsa_id, "is_withdrawn": is_withdrawn, "modified": modified, "published": published, "severity": severity, "type": r#type, "updated": updated }))
}

/// Lists the advisories of a repository.
#[mcp_tool(
    title = "List repository security advisories",
    read_only,
    idempotent = false
)]
fn list_repository_security_advisories(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Sort direction
    direction: Option<Order>,
    /// Sort key
    sort: Option<AdvisorySort>,
    /// State
    state: Option<AdvisoryState>,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/security-advisories"),
        json!({ "direction": direction, "sort": sort, "state": state }),
    )
}

/// Lists the advisories of all repositories of an organisation.
#[mcp_tool(
    title = "List org repository security advisories",
    read_only,
    idempotent = false
)]
fn list_org_repository_security_advisories(
    #[state] api: &Api,
    /// Sort direction
    direction: Option<Order>,
    /// Organisation
    org: String,
    /// Sort key
    sort: Option<AdvisorySort>,
    /// State
    state: Option<AdvisoryState>,
) -> Answer {
    api.send(
        "GET",
        &format!("/orgs/{org}/security-advisories"),
        json!({ "direction": direction, "sort": sort, "state": state }),
    )
}
