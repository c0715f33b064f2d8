// Reads manifests from standard input and says what Kubernetes would not: unknown and misspelt fields, wrong types, selectors that select
// nothing, ports and volumes that are not there. Uses the types of Kubernetes itself.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	kyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

var problems int

func problem(format string, values ...any) {
	problems++
	fmt.Printf(format+"\n", values...)
}

// What makes the pods. Points into a manifest, which is read afterwards.
type workload struct {
	pod      *core.PodTemplateSpec
	selector **meta.LabelSelector
	claims   *[]core.PersistentVolumeClaim
}

func main() {
	var found *workload
	services := []*core.Service{}
	budgets := []*policy.PodDisruptionBudget{}
	configs := map[string]bool{}
	kinds := []string{}
	reader := kyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	for {
		document, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			problem("%v", err)
			break
		}
		var head meta.PartialObjectMetadata
		if err := yaml.Unmarshal(document, &head); err != nil {
			problem("%v", err)
			continue
		}
		if head.Kind == "" {
			continue
		}
		var into any
		switch head.APIVersion + " " + head.Kind {
		case "v1 ConfigMap":
			into = &core.ConfigMap{}
			configs[head.Name] = true
		case "v1 Service":
			service := &core.Service{}
			services = append(services, service)
			into = service
		case "v1 ServiceAccount":
			into = &core.ServiceAccount{}
		case "apps/v1 Deployment":
			deployment := &apps.Deployment{}
			found = &workload{&deployment.Spec.Template, &deployment.Spec.Selector, nil}
			into = deployment
		case "apps/v1 StatefulSet":
			set := &apps.StatefulSet{}
			found = &workload{&set.Spec.Template, &set.Spec.Selector, &set.Spec.VolumeClaimTemplates}
			into = set
		case "policy/v1 PodDisruptionBudget":
			budget := &policy.PodDisruptionBudget{}
			budgets = append(budgets, budget)
			into = budget
		case "monitoring.coreos.com/v1 ServiceMonitor":
			// a custom resource, whose types are not here
			into = &map[string]any{}
		default:
			problem("a kind that is not known here: %s %s", head.APIVersion, head.Kind)
			continue
		}
		if err := yaml.UnmarshalStrict(document, into); err != nil {
			problem("%s %s: %v", head.Kind, head.Name, err)
		}
		kinds = append(kinds, head.Kind)
	}
	if found == nil {
		problem("there is no deployment and no stateful set")
	} else {
		look(found, services, budgets, configs)
	}
	if problems > 0 {
		os.Exit(1)
	}
	fmt.Println(strings.Join(kinds, ", "))
}

func look(found *workload, services []*core.Service, budgets []*policy.PodDisruptionBudget, configs map[string]bool) {
	pod := found.pod
	selected := func(what string, selector map[string]string) {
		if len(selector) == 0 || !labels.SelectorFromSet(selector).Matches(labels.Set(pod.Labels)) {
			problem("%s does not select the pods", what)
		}
	}
	selected("the workload", (*found.selector).MatchLabels)
	container := pod.Spec.Containers[0]
	ports := map[string]bool{}
	for _, port := range container.Ports {
		if ports[port.Name] {
			problem("two ports are called %s", port.Name)
		}
		ports[port.Name] = true
	}
	for _, service := range services {
		selected("service "+service.Name, service.Spec.Selector)
		for _, port := range service.Spec.Ports {
			if !ports[port.TargetPort.String()] {
				problem("service %s leads to port %s, which is not there", service.Name, port.TargetPort.String())
			}
		}
	}
	for _, budget := range budgets {
		selected("the budget", budget.Spec.Selector.MatchLabels)
	}
	volumes := map[string]bool{}
	for _, volume := range pod.Spec.Volumes {
		volumes[volume.Name] = true
		if volume.ConfigMap != nil && !configs[volume.ConfigMap.Name] {
			problem("config map %s is not there", volume.ConfigMap.Name)
		}
	}
	if found.claims != nil {
		for _, claim := range *found.claims {
			if claim.Spec.Resources.Requests.Storage().IsZero() {
				problem("claim %s asks for no storage", claim.Name)
			}
			volumes[claim.Name] = true
		}
	}
	for _, mount := range container.VolumeMounts {
		if !volumes[mount.Name] {
			problem("volume %s is not there", mount.Name)
		}
	}
	security := container.SecurityContext
	if pod.Spec.SecurityContext == nil || !*pod.Spec.SecurityContext.RunAsNonRoot || !*security.ReadOnlyRootFilesystem ||
		*security.AllowPrivilegeEscalation || len(security.Capabilities.Drop) != 1 || security.Capabilities.Drop[0] != "ALL" {
		problem("the container has rights that it does not need")
	}
	for name, probe := range map[string]*core.Probe{"liveness": container.LivenessProbe, "readiness": container.ReadinessProbe} {
		if probe == nil || !ports[probe.HTTPGet.Port.String()] {
			problem("the %s probe asks no port of the container", name)
		}
	}
}
