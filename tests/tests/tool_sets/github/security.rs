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

/// Reads what code scanning found.
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

/// Lists what code scanning found.
#[mcp_tool(title = "List code scanning alerts", read_only, idempotent = false)]
fn list_code_scanning_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Branch, tag or commit
    r#ref: Option<String>,
    /// How bad
    severity: Option<ListCodeScanningAlertsSeverity>,
    /// In which state
    #[arg(default = ListCodeScanningAlertsState::Open)]
    state: ListCodeScanningAlertsState,
    /// What found it
    tool_name: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", &format!("{repository}/code-scanning/alerts"), json!({ "ref": r#ref, "severity": severity, "state": state, "tool_name": tool_name, "page": page }))
}

/// Reads what is wrong with a dependency.
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

/// Lists what is wrong with dependencies.
#[mcp_tool(title = "List dependabot alerts", read_only, idempotent = false)]
fn list_dependabot_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Where the last page ended
    after: Option<String>,
    /// How many on a page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
    /// How bad
    severity: Option<ListDependabotAlertsSeverity>,
    /// In which state
    #[arg(default = ListDependabotAlertsState::Open)]
    state: ListDependabotAlertsState,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/dependabot/alerts"),
        json!({ "after": after, "per_page": per_page, "severity": severity, "state": state }),
    )
}

/// Reads about a secret that was found.
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

/// Lists secrets that were found.
#[mcp_tool(title = "List secret scanning alerts", read_only, idempotent = false)]
fn list_secret_scanning_alerts(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// How it was settled
    resolution: Option<ListSecretScanningAlertsResolution>,
    /// Kinds of secrets
    secret_type: Option<String>,
    /// In which state
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
    /// Its id, such as `GHSA-xxxx-xxxx-xxxx`
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
    /// Packages, such as `serde@1.0`
    affects: Option<String>,
    /// Its number in the list of vulnerabilities
    #[arg(rename = "cveId")]
    cve_id: Option<String>,
    /// Kinds of weakness
    cwes: Option<Vec<String>>,
    /// Where packages come from
    ecosystem: Option<Ecosystem>,
    /// Its id, such as `GHSA-xxxx-xxxx-xxxx`
    #[arg(rename = "ghsaId")]
    ghsa_id: Option<String>,
    /// Those that were taken back
    #[arg(rename = "isWithdrawn")]
    is_withdrawn: Option<bool>,
    /// When it was changed
    modified: Option<String>,
    /// When it was published
    published: Option<String>,
    /// How bad
    severity: Option<ListGlobalSecurityAdvisoriesSeverity>,
    /// Which type
    #[arg(default = ListGlobalSecurityAdvisoriesType::Reviewed)]
    r#type: ListGlobalSecurityAdvisoriesType,
    /// When it was updated
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
    /// Which way to sort
    direction: Option<Order>,
    /// By what to sort
    sort: Option<AdvisorySort>,
    /// In which state
    state: Option<AdvisoryState>,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/security-advisories"),
        json!({ "direction": direction, "sort": sort, "state": state }),
    )
}

/// Lists the advisories of an organisation.
#[mcp_tool(
    title = "List org repository security advisories",
    read_only,
    idempotent = false
)]
fn list_org_repository_security_advisories(
    #[state] api: &Api,
    /// Which way to sort
    direction: Option<Order>,
    /// Organisation
    org: String,
    /// By what to sort
    sort: Option<AdvisorySort>,
    /// In which state
    state: Option<AdvisoryState>,
) -> Answer {
    api.send(
        "GET",
        &format!("/orgs/{org}/security-advisories"),
        json!({ "direction": direction, "sort": sort, "state": state }),
    )
}
